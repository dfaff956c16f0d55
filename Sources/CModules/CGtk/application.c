#include <adwaita.h>
#include <errno.h>
#include <glib-unix.h>
#include <unistd.h>

#include "ocrscan_gtk.h"

/* MARK: Main loop */

/*
 * The hooks of libdispatch for other main loops (src/main_queue.c in Apple's sources and swift-corelibs-libdispatch,
 * private/private.h): a descriptor that is readable while work is waiting, and the function that does the work.
 */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

static gboolean drain(gint descriptor, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  uint64_t count;
  /* An eventfd: reading resets it. */
  if (read(descriptor, &count, sizeof count) < 0 && errno != EAGAIN) return G_SOURCE_REMOVE;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

void ocrscan_join_main_queue(void) {
  g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain, NULL);
}

/* What a source of the main loop calls. */
typedef struct {
  void *context;
  void (*call)(void *context);
  ocrscan_release release;
} callback;

static callback *callback_new(void *context, void (*call)(void *context), ocrscan_release release) {
  callback *own = g_new(callback, 1);
  *own = (callback){context, call, release};
  return own;
}

static void release_callback(gpointer data) {
  callback *own = data;
  own->release(own->context);
  g_free(own);
}

static gboolean descriptor_ready(gint descriptor, GIOCondition condition, gpointer data) {
  (void)descriptor;
  callback *watch = data;
  if (condition & (G_IO_ERR | G_IO_NVAL)) return G_SOURCE_REMOVE;
  watch->call(watch->context);
  return G_SOURCE_CONTINUE;
}

uint32_t ocrscan_watch_descriptor(int descriptor, void *context, void (*ready)(void *context), ocrscan_release release) {
  return g_unix_fd_add_full(G_PRIORITY_DEFAULT, descriptor, G_IO_IN, descriptor_ready,
                            callback_new(context, ready, release), release_callback);
}

static gboolean run_later(gpointer data) {
  callback *later = data;
  later->call(later->context);
  return G_SOURCE_REMOVE;
}

uint32_t ocrscan_call_later(uint32_t milliseconds, void *context, void (*call)(void *context), ocrscan_release release) {
  callback *later = callback_new(context, call, release);
  if (milliseconds == 0) return g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, run_later, later, release_callback);
  return g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, run_later, later, release_callback);
}

void ocrscan_cancel_call(uint32_t number) {
  /* GLib complains about one that has ended by itself. */
  if (g_main_context_find_source_by_id(NULL, number) != NULL) g_source_remove(number);
}

/* MARK: Application */

/*
 * Draws on the CPU, unless the user has chosen a renderer: the window hardly ever changes, and an OpenGL driver takes
 * more memory than all the rest of it (docs/decisions/0105). The name of the switch changed in GTK 4.14.
 */
static void draw_on_the_processor(void) {
  if (g_getenv("GSK_RENDERER") != NULL) return;
  g_setenv("GSK_RENDERER", "cairo", TRUE);
  if (gtk_get_minor_version() >= 14)
    g_setenv("GDK_DISABLE", "gl,vulkan", FALSE);
  else
    g_setenv("GDK_DEBUG", "gl-disable", FALSE);
}

int ocrscan_init(void) {
  draw_on_the_processor();
  return gtk_init_check();
}

void *ocrscan_application_new(const char *identifier) {
  return adw_application_new(identifier, G_APPLICATION_DEFAULT_FLAGS);
}

int ocrscan_application_register(void *application) {
  return g_application_register(application, NULL, NULL);
}
int ocrscan_application_is_remote(void *application) { return g_application_get_is_remote(application); }
void ocrscan_application_run(void *application) { g_application_run(application, 0, NULL); }
void ocrscan_activate(void *application) { g_application_activate(application); }

void ocrscan_flush(void *application) {
  GDBusConnection *bus = g_application_get_dbus_connection(application);
  if (bus != NULL) g_dbus_connection_flush_sync(bus, NULL, NULL);
}

void *ocrscan_add_action(void *map, const char *name, int with_bytes) {
  GSimpleAction *action = g_simple_action_new(name, with_bytes ? G_VARIANT_TYPE_BYTESTRING : NULL);
  g_action_map_add_action(map, G_ACTION(action));
  return action;
}

void ocrscan_activate_action(void *group, const char *name, const char *bytes) {
  g_action_group_activate_action(group, name, g_variant_new_bytestring(bytes));
}

void ocrscan_set_shortcut(void *application, const char *action, const char *shortcut) {
  const char *shortcuts[] = {shortcut, NULL};
  gtk_application_set_accels_for_action(application, action, shortcuts);
}

void ocrscan_add_styles(const char *css) {
  GtkCssProvider *provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, css, -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);
}

/* MARK: Questions */

typedef struct {
  void *context;
  ocrscan_answer_handler handler;
} question;

static void answered(AdwMessageDialog *dialog, const char *response, gpointer data) {
  (void)dialog;
  question *asked = data;
  asked->handler(asked->context, g_strcmp0(response, "yes") == 0);
  g_free(asked);
}

void ocrscan_ask(void *window, const char *heading, const char *body, const char *no, const char *yes,
                 int is_destructive, void *context, ocrscan_answer_handler handler) {
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG(adw_message_dialog_new(window, heading, body));
  adw_message_dialog_add_response(dialog, "cancel", no);
  if (yes != NULL) {
    adw_message_dialog_add_response(dialog, "yes", yes);
    adw_message_dialog_set_response_appearance(
        dialog, "yes", is_destructive ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED);
  }
  adw_message_dialog_set_close_response(dialog, "cancel");
  adw_message_dialog_set_default_response(dialog, "cancel");
  question *asked = g_new(question, 1);
  *asked = (question){context, handler};
  g_signal_connect(dialog, "response", G_CALLBACK(answered), asked);
  /* Or it would keep the program running after its window is gone. */
  gtk_window_set_destroy_with_parent(GTK_WINDOW(dialog), TRUE);
  gtk_window_present(GTK_WINDOW(dialog));
}

void ocrscan_show_about(void *window, const char *version, const char *comments) {
  adw_show_about_window(window, "application-name", "ocr-scan", "application-icon", "org.ocr_scan.Window", "version",
                        version, "comments", comments, "license-type", GTK_LICENSE_APACHE_2_0, NULL);
}
