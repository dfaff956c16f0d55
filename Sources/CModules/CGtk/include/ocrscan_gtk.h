/*
 * The part of GTK 4 and libadwaita that the window uses, for Swift: GObjects as untyped pointers, signals of any
 * signature as one kind of call, and the few classes that must be made in C. Whatever GtkBuilder and properties can do
 * is left to them.
 *
 * To be called on the main thread only. Strings are UTF-8; a returned char * is freed with ocrscan_free.
 */
#ifndef OCRSCAN_GTK_H
#define OCRSCAN_GTK_H

#include <stddef.h>
#include <stdint.h>

/* Called with the context that was passed along with it. */
typedef void (*ocrscan_release)(void *context);

/* MARK: Objects */

void ocrscan_ref(void *object);
void ocrscan_unref(void *object);
void ocrscan_free(void *memory);

void ocrscan_set_string(void *object, const char *property, const char *value);
/* Also booleans, enumerations and flags. */
void ocrscan_set_number(void *object, const char *property, int32_t value);
void ocrscan_set_double(void *object, const char *property, double value);
/* The other object may be NULL. */
void ocrscan_set_object(void *object, const char *property, void *other);
char *ocrscan_get_string(void *object, const char *property);
int32_t ocrscan_get_number(void *object, const char *property);
double ocrscan_get_double(void *object, const char *property);
/* Returns a new reference; may be NULL. */
void *ocrscan_get_object(void *object, const char *property);

/* The arguments exclude the object that sent the signal. */
typedef int (*ocrscan_handler)(void *context, const void *arguments, uint32_t count);
/* Calls a handler for a signal; for signals with a boolean result, the handler returns it. */
void ocrscan_connect(void *object, const char *signal, void *context, ocrscan_handler handler, ocrscan_release release);
double ocrscan_argument_double(const void *arguments, uint32_t index);
/* Borrowed, of a GVariant of type ay, with a NUL at the end; NULL for anything else. */
const char *ocrscan_argument_bytes(const void *arguments, uint32_t index);

/* MARK: Main loop */

/* Runs Swift's main queue in GLib's main loop. */
void ocrscan_join_main_queue(void);
/* Calls `ready` whenever a descriptor is readable; returns a number for cancelling. */
uint32_t ocrscan_watch_descriptor(
    int descriptor, void *context, void (*ready)(void *context), ocrscan_release release);
/* Calls once after a time in milliseconds, 0 for when the loop is idle; returns a number for cancelling. */
uint32_t ocrscan_call_later(uint32_t milliseconds, void *context, void (*call)(void *context), ocrscan_release release);
void ocrscan_cancel_call(uint32_t number);

/* MARK: Application */

/* 0 without a display. */
int ocrscan_init(void);
void *ocrscan_application_new(const char *identifier);
/* 0 if the session bus refuses. */
int ocrscan_application_register(void *application);
int ocrscan_application_is_remote(void *application);
void ocrscan_application_run(void *application);
/* Has the window shown, in whichever process it is. */
void ocrscan_activate(void *application);
/* Waits until the other process has received the request. */
void ocrscan_flush(void *application);
/* Adds an action; with_bytes: it takes a string of bytes, such as the name of a file, which need not be UTF-8. */
void *ocrscan_add_action(void *map, const char *name, int with_bytes);
void ocrscan_activate_action(void *group, const char *name, const char *bytes);
void ocrscan_set_shortcut(void *application, const char *action, const char *shortcut);
void ocrscan_add_styles(const char *css);

/* MARK: Widgets */

/* Builds what an interface file describes; NULL, with the reason, if the file is invalid. */
void *ocrscan_builder_new(const char *xml, size_t length, char **reason);
/* Borrowed; NULL if there is none. */
void *ocrscan_builder_object(void *builder, const char *identifier);
void ocrscan_add_class(void *widget, const char *name);
void ocrscan_remove_class(void *widget, const char *name);
void ocrscan_grab_focus(void *widget);
int ocrscan_widget_width(void *widget);
int ocrscan_widget_height(void *widget);
/// Whether any part of a widget is between the upper and lower edges of a widget around it.
int ocrscan_is_within(void *widget, void *viewport);
int ocrscan_scale_factor(void *widget);
void ocrscan_box_append(void *box, void *child);
void ocrscan_list_append(void *list, void *row);
void ocrscan_list_prepend(void *list, void *row);
void ocrscan_list_clear(void *list);
void ocrscan_list_remove(void *list, void *row);
/* Adds to an AdwViewStack; _ marks the key of the title. */
void ocrscan_add_page(void *stack, void *child, const char *name, const char *title, const char *icon);
void ocrscan_remove_page(void *stack, void *child);
void ocrscan_stack_add(void *stack, void *child, const char *name);
/* Makes typing anywhere in the window start a search. */
void ocrscan_search_bar_connect(void *bar, void *entry, void *window);
/* Keeps two properties equal. */
void ocrscan_bind(void *first, const char *property, void *second, const char *other);
void ocrscan_group_add(void *group, void *row);
void ocrscan_group_remove(void *group, void *row);
void ocrscan_window_present(void *window);
void ocrscan_window_close(void *window);
void *ocrscan_motion_controller(void);
void *ocrscan_click_controller(void);
void *ocrscan_action_row(void);
/* _ marks the mnemonic of the label. */
void *ocrscan_button(const char *label);
void *ocrscan_icon_button(const char *icon);
/// Whether the theme has an icon.
int ocrscan_has_icon(const char *name);
void *ocrscan_image(const char *icon);
void *ocrscan_switch_new(void);
void *ocrscan_entry_new(void);
void *ocrscan_spin_new(double least, double most);
/* Takes up the number that is being typed. */
void ocrscan_spin_update(void *spin);
void *ocrscan_drop_down_new(void);
void *ocrscan_focus_controller(void);
void ocrscan_row_add_prefix(void *row, void *child);
void ocrscan_row_add_suffix(void *row, void *child);
/* The same for what a click anywhere on the row is for. */
void ocrscan_row_add_control(void *row, void *child);
/* Shows a toast in an AdwPreferencesWindow, in the place of a former one; the text is never markup. */
void ocrscan_window_toast(void *window, const char *text);
void ocrscan_box_clear(void *box);
int ocrscan_row_is_selected(void *row);
void ocrscan_list_select_row(void *list, void *row);
/* Once for each controller: the widget takes over the reference that it was made with. */
void ocrscan_add_controller(void *widget, void *controller);
void ocrscan_queue_draw(void *widget);
/* The same in an AdwToastOverlay; button and action may be NULL. */
void ocrscan_add_toast(void *overlay, const char *text, const char *button, const char *action);
/* The text of a GtkTextView. */
char *ocrscan_text_view_text(void *view);
void ocrscan_text_view_set_text(void *view, const char *text);
/* A GtkStringList of the words. */
void *ocrscan_string_list_new(char *const *words, size_t count);

/* For screen readers; NULL leaves a property unchanged. */
void ocrscan_describe(void *widget, const char *label, const char *description);
/* The same for the button in a GtkMenuButton or a GtkDropDown, which has the focus and, up to GTK 4.10, no name of its own. */
void ocrscan_describe_menu_button(void *button, const char *label);
/* The same for the widget's parent, a row of a list. */
void ocrscan_describe_parent(void *widget, const char *label);

/* MARK: Lists */

typedef void (*ocrscan_bind_row)(void *context, void *list_item, void *child, int64_t number, uint32_t position);
typedef void *(*ocrscan_make_row)(void *context);
typedef void (*ocrscan_unbind_row)(void *context, void *child);

/* A GListModel of numbers. */
void *ocrscan_numbers_new(void);
/* Replaces the numbers and notifies about the changed part only. */
void ocrscan_numbers_set(void *numbers, const int64_t *values, size_t count);
/* A factory of rows for a GtkListView, which has the context released when it goes itself. */
void *ocrscan_factory_new(void *context, ocrscan_make_row make, ocrscan_bind_row bind, ocrscan_unbind_row unbind,
                          ocrscan_unbind_row tear_down, ocrscan_release release);
void *ocrscan_multi_selection_new(void *model);
/* Copies the selected positions; returns how many are selected, which may be more than capacity. */
size_t ocrscan_selected(void *selection, uint32_t *positions, size_t capacity);
void ocrscan_select(void *selection, uint32_t position);
void ocrscan_unselect_all(void *selection);
void ocrscan_list_scroll_to(void *list_view, uint32_t position);

/* MARK: Drawing */

typedef struct ocrscan_rect {
  float x, y, width, height;
} ocrscan_rect;
typedef struct ocrscan_color {
  float red, green, blue, alpha;
} ocrscan_color;
typedef void (*ocrscan_draw)(void *context, void *snapshot, float width, float height);

/* A widget that draws itself; role: the nick of a GtkAccessibleRole, such as "img". */
void *ocrscan_canvas_new(const char *role, void *context, ocrscan_draw draw, ocrscan_release release);
void ocrscan_canvas_set_size(void *canvas, int width, int height);
/* Draws only what is inside the clip with its rounded corners. */
void ocrscan_draw_texture(void *snapshot, void *texture, ocrscan_rect rect, ocrscan_rect clip, float radius);
void ocrscan_draw_fill(void *snapshot, ocrscan_rect rect, float radius, ocrscan_color color);
void ocrscan_draw_frame(void *snapshot, ocrscan_rect rect, float radius, float thickness, ocrscan_color color);
/* Text of one line; alignment: -1 begins at x, 0 is centered on it, 1 ends there. */
void ocrscan_draw_text(void *snapshot, void *widget, const char *text, float x, float y, int alignment, int is_bold,
                       ocrscan_color color);
ocrscan_color ocrscan_text_color(void *widget);
int ocrscan_is_dark(void);
int ocrscan_is_right_to_left(void *widget);
/* A texture of 8-bit red, green and blue from a sealed file in memory; NULL if it cannot be mapped. */
void *ocrscan_texture_new(int descriptor, int width, int height);

/* MARK: Files and the clipboard */

typedef void (*ocrscan_paths_handler)(void *context, const char *const *paths, size_t count);
/* Lets the user choose pictures, or a folder; the handler gets no path if they do not. pictures: the name of the filter. */
void ocrscan_choose_pictures(void *window, const char *title, const char *pictures, void *context,
                             ocrscan_paths_handler handler);
void ocrscan_choose_folder(void *window, const char *title, void *context, ocrscan_paths_handler handler);
/* Lets the user name a file to write. */
void ocrscan_choose_target(void *window, const char *title, const char *name, void *context,
                           ocrscan_paths_handler handler);
/* Accepts files dropped on a widget. The handler is called for every drop until the widget is destroyed. */
void ocrscan_accept_files(void *widget, void *context, ocrscan_paths_handler handler);

/* The file that a URI names, as bytes; NULL if it is none on this machine. */
char *ocrscan_path_of_uri(const char *uri);

typedef enum ocrscan_clipboard_end {
  OCRSCAN_CLIPBOARD_GOOD,
  OCRSCAN_CLIPBOARD_NOTHING,
  OCRSCAN_CLIPBOARD_TOO_LARGE,
  OCRSCAN_CLIPBOARD_TIMED_OUT
} ocrscan_clipboard_end;
/* The type and the bytes are there only where the end is good. */
typedef void (*ocrscan_bytes_handler)(void *context, ocrscan_clipboard_end end, const char *type, const uint8_t *bytes,
                                      size_t count);
/*
 * The first of these types that the clipboard has, as the bytes that its owner gives: GTK would decode pictures itself if
 * it were asked for a texture. The handler is called once, at the latest after a time in milliseconds.
 */
void ocrscan_read_clipboard(void *widget, char *const *types, size_t limit, uint32_t milliseconds, void *context,
                            ocrscan_bytes_handler handler);
void ocrscan_copy_text(void *widget, const char *text);
/* Answers a question: not 0 means yes. */
typedef void (*ocrscan_answer_handler)(void *context, int is_yes);
/* Asks the desktop's file manager to show a file, over the session bus. The handler is called once, with whether it did. */
void ocrscan_show_in_folder(const char *path, void *context, ocrscan_answer_handler handler);

/* MARK: Questions */

/* no, yes: the labels of the buttons; yes may be NULL, where there is nothing to decide. */
void ocrscan_ask(void *window, const char *heading, const char *body, const char *no, const char *yes,
                 int is_destructive, void *context, ocrscan_answer_handler handler);
void ocrscan_show_about(void *window, const char *version, const char *comments);

#endif
