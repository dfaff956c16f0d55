#include <adwaita.h>

#include "ocrscan_gtk.h"

void *ocrscan_builder_new(const char *xml, size_t length, char **reason) {
  GtkBuilder *builder = gtk_builder_new();
  GError *error = NULL;
  if (gtk_builder_add_from_string(builder, xml, (gssize)length, &error)) return builder;
  *reason = g_strdup(error->message);
  g_error_free(error);
  g_object_unref(builder);
  return NULL;
}

void *ocrscan_builder_object(void *builder, const char *identifier) {
  return gtk_builder_get_object(builder, identifier);
}

void ocrscan_add_class(void *widget, const char *name) { gtk_widget_add_css_class(widget, name); }
void ocrscan_remove_class(void *widget, const char *name) { gtk_widget_remove_css_class(widget, name); }
void ocrscan_grab_focus(void *widget) { gtk_widget_grab_focus(widget); }
int ocrscan_widget_width(void *widget) { return gtk_widget_get_width(widget); }
int ocrscan_widget_height(void *widget) { return gtk_widget_get_height(widget); }
int ocrscan_is_within(void *widget, void *viewport) {
  graphene_rect_t bounds;
  if (!gtk_widget_get_mapped(widget) || !gtk_widget_compute_bounds(widget, viewport, &bounds)) return 0;
  return bounds.origin.y + bounds.size.height > 0 && bounds.origin.y < (float)gtk_widget_get_height(viewport);
}
int ocrscan_scale_factor(void *widget) { return gtk_widget_get_scale_factor(widget); }
void ocrscan_box_append(void *box, void *child) { gtk_box_append(box, child); }
void ocrscan_list_append(void *list, void *row) { gtk_list_box_append(list, row); }
void ocrscan_list_prepend(void *list, void *row) { gtk_list_box_prepend(list, row); }
void ocrscan_list_clear(void *list) {
  GtkListBoxRow *row;
  while ((row = gtk_list_box_get_row_at_index(list, 0)) != NULL) gtk_list_box_remove(list, GTK_WIDGET(row));
}
void ocrscan_list_remove(void *list, void *row) { gtk_list_box_remove(list, row); }
void ocrscan_add_page(void *stack, void *child, const char *name, const char *title, const char *icon) {
  AdwViewStackPage *page = adw_view_stack_add_titled(stack, child, name, title);
  adw_view_stack_page_set_use_underline(page, TRUE);
  adw_view_stack_page_set_icon_name(page, icon);
}
void ocrscan_remove_page(void *stack, void *child) { adw_view_stack_remove(stack, child); }
void ocrscan_stack_add(void *stack, void *child, const char *name) { gtk_stack_add_named(stack, child, name); }
void ocrscan_search_bar_connect(void *bar, void *entry, void *window) {
  gtk_search_bar_connect_entry(bar, GTK_EDITABLE(entry));
  gtk_search_bar_set_key_capture_widget(bar, window);
}
void ocrscan_bind(void *first, const char *property, void *second, const char *other) {
  g_object_bind_property(first, property, second, other, G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}
void ocrscan_group_add(void *group, void *row) { adw_preferences_group_add(group, row); }
void ocrscan_group_remove(void *group, void *row) { adw_preferences_group_remove(group, row); }
void ocrscan_window_present(void *window) { gtk_window_present(window); }
void ocrscan_window_close(void *window) { gtk_window_close(window); }
void *ocrscan_motion_controller(void) { return gtk_event_controller_motion_new(); }
void *ocrscan_click_controller(void) { return gtk_gesture_click_new(); }
void *ocrscan_action_row(void) { return adw_action_row_new(); }
void *ocrscan_button(const char *label) { return gtk_button_new_with_mnemonic(label); }
void *ocrscan_icon_button(const char *icon) {
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
  return button;
}
int ocrscan_has_icon(const char *name) {
  return gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(gdk_display_get_default()), name);
}
void *ocrscan_image(const char *icon) { return gtk_image_new_from_icon_name(icon); }
void *ocrscan_switch_new(void) { return gtk_switch_new(); }
void *ocrscan_entry_new(void) { return gtk_entry_new(); }
void *ocrscan_spin_new(double least, double most) { return gtk_spin_button_new_with_range(least, most, 1); }
void ocrscan_spin_update(void *spin) { gtk_spin_button_update(spin); }
void *ocrscan_drop_down_new(void) { return gtk_drop_down_new(NULL, NULL); }
void *ocrscan_focus_controller(void) { return gtk_event_controller_focus_new(); }
void ocrscan_row_add_prefix(void *row, void *child) { adw_action_row_add_prefix(row, child); }
void ocrscan_row_add_suffix(void *row, void *child) { adw_action_row_add_suffix(row, child); }
void ocrscan_row_add_control(void *row, void *child) {
  adw_action_row_add_suffix(row, child);
  adw_action_row_set_activatable_widget(row, child);
}

/* MARK: Messages */

typedef struct {
  /* The first one is shown, a second one follows. */
  GPtrArray *toasts;
  gint64 since;
} messages;
static const char messages_key[] = "ocrscan-messages";

static void free_messages(gpointer data) {
  messages *shown = data;
  g_ptr_array_unref(shown->toasts);
  g_free(shown);
}

static void dismissed(AdwToast *toast, gpointer owner) {
  messages *shown = g_object_get_data(owner, messages_key);
  if (shown == NULL) return;
  g_ptr_array_remove(shown->toasts, toast);
  shown->since = g_get_monotonic_time();
}

/*
 * Toasts wait for each other, five seconds each, and are out of date then. So the one that is shown gets the new words, and
 * is followed by another one with the same words if it has been there for long. To dismiss it instead crashes
 * libadwaita 1.2 while it still moves.
 *
 * Returns a toast to be shown, or NULL.
 */
static AdwToast *next_toast(void *owner, const char *text, const char *button, const char *action) {
  messages *shown = g_object_get_data(owner, messages_key);
  if (shown == NULL) {
    shown = g_new(messages, 1);
    *shown = (messages){g_ptr_array_new_with_free_func(g_object_unref), 0};
    g_object_set_data_full(owner, messages_key, shown, free_messages);
  }
  gint64 now = g_get_monotonic_time();
  guint count = shown->toasts->len;
  AdwToast *next = NULL;
  if (count == 0 || (count == 1 && now - shown->since > 2 * G_USEC_PER_SEC)) {
    if (count == 0) shown->since = now;
    next = adw_toast_new("");
    g_signal_connect_object(next, "dismissed", G_CALLBACK(dismissed), owner, 0);
    g_ptr_array_add(shown->toasts, g_object_ref(next));
  }
  /* The title is markup (AdwToast:title); from 1.4 on, a property can switch that off. */
  char *escaped = g_markup_escape_text(text, -1);
  for (guint index = 0; index < shown->toasts->len; index++) {
    AdwToast *toast = g_ptr_array_index(shown->toasts, index);
    adw_toast_set_title(toast, escaped);
    adw_toast_set_button_label(toast, button);
    adw_toast_set_action_name(toast, action);
  }
  g_free(escaped);
  return next;
}

void ocrscan_window_toast(void *window, const char *text) {
  AdwToast *toast = next_toast(window, text, NULL, NULL);
  if (toast != NULL) adw_preferences_window_add_toast(window, toast);
}

void ocrscan_add_toast(void *overlay, const char *text, const char *button, const char *action) {
  AdwToast *toast = next_toast(overlay, text, button, action);
  if (toast != NULL) adw_toast_overlay_add_toast(overlay, toast);
}

/* MARK: Parts */

void ocrscan_box_clear(void *box) {
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child(box)) != NULL) gtk_box_remove(box, child);
}
int ocrscan_row_is_selected(void *row) { return gtk_list_box_row_is_selected(row); }
void ocrscan_list_select_row(void *list, void *row) { gtk_list_box_select_row(list, row); }
/* The widget takes over the reference that the controller was made with. */
void ocrscan_add_controller(void *widget, void *controller) { gtk_widget_add_controller(widget, controller); }
void ocrscan_queue_draw(void *widget) { gtk_widget_queue_draw(widget); }

char *ocrscan_text_view_text(void *view) {
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  return gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
}

void ocrscan_text_view_set_text(void *view, const char *text) {
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(view), text, -1);
}

void *ocrscan_string_list_new(char *const *words, size_t count) {
  GtkStringList *list = gtk_string_list_new(NULL);
  for (size_t index = 0; index < count; index++) gtk_string_list_append(list, words[index]);
  return list;
}

void ocrscan_describe(void *widget, const char *label, const char *description) {
  if (label != NULL)
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (description != NULL)
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

void ocrscan_describe_menu_button(void *button, const char *label) {
  ocrscan_describe(button, label, NULL);
  GtkWidget *inner = gtk_widget_get_first_child(button);
  if (inner != NULL) ocrscan_describe(inner, label, NULL);
}

void ocrscan_describe_parent(void *widget, const char *label) {
  GtkWidget *parent = gtk_widget_get_parent(widget);
  if (parent != NULL)
    gtk_accessible_update_property(GTK_ACCESSIBLE(parent), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
