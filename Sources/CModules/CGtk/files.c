#include <adwaita.h>

#include "ocrscan_gtk.h"

/* MARK: Choosing */

typedef struct {
  void *context;
  ocrscan_paths_handler handler;
} paths_call;

static void call_with_files(paths_call *call, GListModel *files) {
  guint count = files == NULL ? 0 : g_list_model_get_n_items(files);
  GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
  for (guint index = 0; index < count; index++) {
    GFile *file = g_list_model_get_item(files, index);
    char *path = g_file_get_path(file);
    if (path != NULL) g_ptr_array_add(paths, path);
    g_object_unref(file);
  }
  call->handler(call->context, (const char *const *)paths->pdata, paths->len);
  g_ptr_array_unref(paths);
}

G_GNUC_BEGIN_IGNORE_DEPRECATIONS /* GtkFileDialog is there from 4.10 on, Debian 12 has 4.8 */

static void chosen(GtkNativeDialog *dialog, int response, gpointer data) {
  paths_call *call = data;
  GListModel *files =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_files(GTK_FILE_CHOOSER(dialog)) : NULL;
  call_with_files(call, files);
  g_clear_object(&files);
  g_free(call);
  g_object_unref(dialog);
}

static void choose(void *window, const char *title, GtkFileChooserAction action, const char *name, const char *pictures,
                   void *context, ocrscan_paths_handler handler) {
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(title, window, action, NULL, NULL);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER(dialog);
  if (pictures != NULL) {
    gtk_file_chooser_set_select_multiple(chooser, TRUE);
    GtkFileFilter *filter = gtk_file_filter_new();
    gtk_file_filter_set_name(filter, pictures);
    gtk_file_filter_add_mime_type(filter, "image/png");
    gtk_file_filter_add_mime_type(filter, "image/jpeg");
    gtk_file_filter_add_mime_type(filter, "image/webp");
    gtk_file_chooser_add_filter(chooser, filter);
    g_object_unref(filter);
  }
  if (name != NULL) gtk_file_chooser_set_current_name(chooser, name);
  paths_call *call = g_new(paths_call, 1);
  *call = (paths_call){context, handler};
  g_signal_connect(dialog, "response", G_CALLBACK(chosen), call);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

G_GNUC_END_IGNORE_DEPRECATIONS

void ocrscan_choose_pictures(void *window, const char *title, const char *pictures, void *context,
                             ocrscan_paths_handler handler) {
  choose(window, title, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, pictures, context, handler);
}

void ocrscan_choose_folder(void *window, const char *title, void *context, ocrscan_paths_handler handler) {
  choose(window, title, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL, context, handler);
}

void ocrscan_choose_target(void *window, const char *title, const char *name, void *context,
                           ocrscan_paths_handler handler) {
  choose(window, title, GTK_FILE_CHOOSER_ACTION_SAVE, name, NULL, context, handler);
}

/* MARK: Dropping */

static gboolean dropped(GtkDropTarget *target, const GValue *value, double x, double y, gpointer data) {
  (void)target, (void)x, (void)y;
  if (!G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST)) return FALSE;
  GListStore *files = g_list_store_new(G_TYPE_FILE);
  for (GSList *each = g_value_get_boxed(value); each != NULL; each = each->next) g_list_store_append(files, each->data);
  call_with_files(data, G_LIST_MODEL(files));
  g_object_unref(files);
  return TRUE;
}

static void free_call(gpointer data, GClosure *closure) {
  (void)closure;
  g_free(data);
}

void ocrscan_accept_files(void *widget, void *context, ocrscan_paths_handler handler) {
  paths_call *call = g_new(paths_call, 1);
  *call = (paths_call){context, handler};
  /* Accept files only: GDK would decode a dropped picture itself. */
  GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_signal_connect_data(target, "drop", G_CALLBACK(dropped), call, free_call, 0);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(target));
}

char *ocrscan_path_of_uri(const char *uri) { return g_filename_from_uri(uri, NULL, NULL); }

/* MARK: Clipboard */

typedef struct {
  void *context;
  /* NULL as soon as it has been called. */
  ocrscan_bytes_handler handler;
  size_t limit;
  char *type;
  GByteArray *bytes;
  GCancellable *cancellable;
  guint timer;
} clipboard_read;

static void tell(clipboard_read *reading, ocrscan_clipboard_end end) {
  ocrscan_bytes_handler handler = reading->handler;
  reading->handler = NULL;
  if (handler != NULL) handler(reading->context, end, reading->type, reading->bytes->data, reading->bytes->len);
}

static void finish_reading(clipboard_read *reading, ocrscan_clipboard_end end) {
  tell(reading, end);
  if (reading->timer != 0) g_source_remove(reading->timer);
  g_free(reading->type);
  g_byte_array_unref(reading->bytes);
  g_object_unref(reading->cancellable);
  g_free(reading);
}

/* The owner may never answer, and cancelling does not end every kind of reading: what comes later is thrown away. */
static gboolean too_late(gpointer data) {
  clipboard_read *reading = data;
  reading->timer = 0;
  tell(reading, OCRSCAN_CLIPBOARD_TIMED_OUT);
  g_cancellable_cancel(reading->cancellable);
  return G_SOURCE_REMOVE;
}

static void got_piece(GObject *stream, GAsyncResult *result, gpointer data) {
  clipboard_read *reading = data;
  GBytes *piece = g_input_stream_read_bytes_finish(G_INPUT_STREAM(stream), result, NULL);
  gsize count = piece == NULL ? 0 : g_bytes_get_size(piece);
  gboolean is_too_large = reading->bytes->len + count > reading->limit;
  if (count > 0 && !is_too_large && reading->handler != NULL) {
    g_byte_array_append(reading->bytes, g_bytes_get_data(piece, NULL), (guint)count);
    g_input_stream_read_bytes_async(G_INPUT_STREAM(stream), 65536, G_PRIORITY_DEFAULT, reading->cancellable, got_piece,
                                    reading);
  } else {
    gboolean is_good = piece != NULL && reading->bytes->len > 0;
    finish_reading(reading, is_too_large ? OCRSCAN_CLIPBOARD_TOO_LARGE
                            : is_good    ? OCRSCAN_CLIPBOARD_GOOD
                                         : OCRSCAN_CLIPBOARD_NOTHING);
    g_object_unref(stream);
  }
  if (piece != NULL) g_bytes_unref(piece);
}

static void got_stream(GObject *clipboard, GAsyncResult *result, gpointer data) {
  clipboard_read *reading = data;
  const char *type = NULL;
  GInputStream *stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(clipboard), result, &type, NULL);
  if (stream == NULL) {
    finish_reading(reading, OCRSCAN_CLIPBOARD_NOTHING);
    return;
  }
  reading->type = g_strdup(type);
  g_input_stream_read_bytes_async(stream, 65536, G_PRIORITY_DEFAULT, reading->cancellable, got_piece, reading);
}

void ocrscan_read_clipboard(void *widget, char *const *types, size_t limit, uint32_t milliseconds, void *context,
                            ocrscan_bytes_handler handler) {
  GdkClipboard *clipboard = gtk_widget_get_clipboard(widget);
  /* GTK asks for each type whether it was offered or not, and some owners (xclip) answer any request with what they have. */
  GdkContentFormats *offered = gdk_clipboard_get_formats(clipboard);
  const char *wanted[8] = {NULL};
  for (size_t count = 0; *types != NULL && count < G_N_ELEMENTS(wanted) - 1; types++)
    if (gdk_content_formats_contain_mime_type(offered, *types)) wanted[count++] = *types;
  if (wanted[0] == NULL) {
    handler(context, OCRSCAN_CLIPBOARD_NOTHING, NULL, NULL, 0);
    return;
  }
  clipboard_read *reading = g_new0(clipboard_read, 1);
  reading->context = context;
  reading->handler = handler;
  reading->limit = limit;
  reading->bytes = g_byte_array_new();
  reading->cancellable = g_cancellable_new();
  reading->timer = g_timeout_add(milliseconds, too_late, reading);
  gdk_clipboard_read_async(clipboard, wanted, G_PRIORITY_DEFAULT, reading->cancellable, got_stream, reading);
}

void ocrscan_copy_text(void *widget, const char *text) {
  gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text);
}

/* MARK: Showing */

typedef struct {
  void *context;
  ocrscan_answer_handler handler;
} show_call;

static void answered(GObject *bus, GAsyncResult *result, gpointer data) {
  show_call *call = data;
  GVariant *answer = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
  call->handler(call->context, answer != NULL);
  if (answer != NULL) g_variant_unref(answer);
  g_free(call);
}

/* https://www.freedesktop.org/wiki/Specifications/file-manager-interface/ */
void ocrscan_show_in_folder(const char *path, void *context, ocrscan_answer_handler handler) {
  char *uri = g_filename_to_uri(path, NULL, NULL);
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (uri != NULL && bus != NULL) {
    const char *uris[] = {uri, NULL};
    show_call *call = g_new(show_call, 1);
    *call = (show_call){context, handler};
    g_dbus_connection_call(bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                           "org.freedesktop.FileManager1", "ShowItems", g_variant_new("(^ass)", uris, ""), NULL,
                           G_DBUS_CALL_FLAGS_NONE, -1, NULL, answered, call);
  } else {
    handler(context, 0);
  }
  g_clear_object(&bus);
  g_free(uri);
}
