#include <adwaita.h>
#include <string.h>

#include "ocrscan_gtk.h"

/* MARK: A number */

#define OCRSCAN_TYPE_NUMBER (ocrscan_number_get_type())
G_DECLARE_FINAL_TYPE(OcrscanNumber, ocrscan_number, OCRSCAN, NUMBER, GObject)
struct _OcrscanNumber {
  GObject parent;
  int64_t value;
};
G_DEFINE_FINAL_TYPE(OcrscanNumber, ocrscan_number, G_TYPE_OBJECT)
static void ocrscan_number_class_init(OcrscanNumberClass *class) { (void)class; }
static void ocrscan_number_init(OcrscanNumber *self) { (void)self; }

/* MARK: Many numbers, eight bytes each; a view asks for objects only for what it shows */

#define OCRSCAN_TYPE_NUMBERS (ocrscan_numbers_get_type())
G_DECLARE_FINAL_TYPE(OcrscanNumbers, ocrscan_numbers, OCRSCAN, NUMBERS, GObject)
struct _OcrscanNumbers {
  GObject parent;
  int64_t *values;
  size_t count;
};

static GType get_item_type(GListModel *model) {
  (void)model;
  return OCRSCAN_TYPE_NUMBER;
}
static guint get_n_items(GListModel *model) { return (guint)OCRSCAN_NUMBERS(model)->count; }
static gpointer get_item(GListModel *model, guint position) {
  OcrscanNumbers *self = OCRSCAN_NUMBERS(model);
  if (position >= self->count) return NULL;
  OcrscanNumber *number = g_object_new(OCRSCAN_TYPE_NUMBER, NULL);
  number->value = self->values[position];
  return number;
}
static void numbers_list_init(GListModelInterface *interface) {
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}
G_DEFINE_FINAL_TYPE_WITH_CODE(OcrscanNumbers, ocrscan_numbers, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, numbers_list_init))
static void numbers_finalize(GObject *object) {
  g_free(OCRSCAN_NUMBERS(object)->values);
  G_OBJECT_CLASS(ocrscan_numbers_parent_class)->finalize(object);
}
static void ocrscan_numbers_class_init(OcrscanNumbersClass *class) {
  G_OBJECT_CLASS(class)->finalize = numbers_finalize;
}
static void ocrscan_numbers_init(OcrscanNumbers *self) { (void)self; }

void *ocrscan_numbers_new(void) { return g_object_new(OCRSCAN_TYPE_NUMBERS, NULL); }

void ocrscan_numbers_set(void *numbers, const int64_t *values, size_t count) {
  OcrscanNumbers *self = OCRSCAN_NUMBERS(numbers);
  size_t shorter = MIN(self->count, count), head = 0, tail = 0;
  while (head < shorter && self->values[head] == values[head]) head++;
  while (tail < shorter - head && self->values[self->count - 1 - tail] == values[count - 1 - tail]) tail++;
  guint removed = (guint)(self->count - head - tail), added = (guint)(count - head - tail);
  if (removed == 0 && added == 0) return;
  int64_t *copy = g_new(int64_t, MAX(count, 1));
  if (count > 0) memcpy(copy, values, count * sizeof *values);
  g_free(self->values);
  self->values = copy;
  self->count = count;
  g_list_model_items_changed(G_LIST_MODEL(self), (guint)head, removed, added);
}

/* MARK: Rows */

typedef struct {
  void *context;
  ocrscan_make_row make;
  ocrscan_bind_row bind;
  ocrscan_unbind_row unbind, tear_down;
  ocrscan_release release;
} row_calls;

/* GTK 4.8 has taken the child out of an item that it tears down. */
static const char child_key[] = "ocrscan-child";

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory;
  row_calls *calls = data;
  GtkWidget *child = calls->make(calls->context);
  gtk_list_item_set_child(item, child);
  g_object_set_data(G_OBJECT(item), child_key, child);
}
static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory;
  row_calls *calls = data;
  OcrscanNumber *number = gtk_list_item_get_item(item);
  calls->bind(calls->context, item, gtk_list_item_get_child(item), number->value, gtk_list_item_get_position(item));
}
static void unbind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory;
  row_calls *calls = data;
  calls->unbind(calls->context, g_object_get_data(G_OBJECT(item), child_key));
}
static void tear_down(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory;
  row_calls *calls = data;
  calls->tear_down(calls->context, g_object_get_data(G_OBJECT(item), child_key));
}
static void release_calls(gpointer data) {
  row_calls *calls = data;
  calls->release(calls->context);
  g_free(calls);
}

void *ocrscan_factory_new(void *context, ocrscan_make_row make, ocrscan_bind_row bind_row,
                          ocrscan_unbind_row unbind_row, ocrscan_unbind_row tear_down_row, ocrscan_release release) {
  row_calls *calls = g_new(row_calls, 1);
  *calls = (row_calls){context, make, bind_row, unbind_row, tear_down_row, release};
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(set_up), calls);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), calls);
  g_signal_connect(factory, "unbind", G_CALLBACK(unbind), calls);
  g_signal_connect(factory, "teardown", G_CALLBACK(tear_down), calls);
  g_object_set_data_full(G_OBJECT(factory), "ocrscan-calls", calls, release_calls);
  return factory;
}

/* MARK: Selection */

void *ocrscan_multi_selection_new(void *model) { return gtk_multi_selection_new(g_object_ref(model)); }

size_t ocrscan_selected(void *selection, uint32_t *positions, size_t capacity) {
  GtkBitset *selected = gtk_selection_model_get_selection(selection);
  size_t count = (size_t)gtk_bitset_get_size(selected);
  for (size_t index = 0; index < MIN(count, capacity); index++)
    positions[index] = gtk_bitset_get_nth(selected, (guint)index);
  gtk_bitset_unref(selected);
  return count;
}

void ocrscan_select(void *selection, uint32_t position) {
  gtk_selection_model_select_item(selection, position, TRUE);
}
void ocrscan_unselect_all(void *selection) { gtk_selection_model_unselect_all(selection); }

void ocrscan_list_scroll_to(void *list_view, uint32_t position) {
  gtk_widget_activate_action(list_view, "list.scroll-to-item", "u", position);
}
