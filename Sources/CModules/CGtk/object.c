#include <adwaita.h>

#include "ocrscan_gtk.h"

void ocrscan_ref(void *object) { g_object_ref_sink(object); }
void ocrscan_unref(void *object) { g_object_unref(object); }
void ocrscan_free(void *memory) { g_free(memory); }

/* MARK: Properties */

void ocrscan_set_string(void *object, const char *property, const char *value) {
  g_object_set(object, property, value, NULL);
}
void ocrscan_set_number(void *object, const char *property, int32_t value) {
  g_object_set(object, property, value, NULL);
}
void ocrscan_set_double(void *object, const char *property, double value) {
  g_object_set(object, property, value, NULL);
}
void ocrscan_set_object(void *object, const char *property, void *other) {
  g_object_set(object, property, other, NULL);
}
char *ocrscan_get_string(void *object, const char *property) {
  char *value = NULL;
  g_object_get(object, property, &value, NULL);
  return value;
}
int32_t ocrscan_get_number(void *object, const char *property) {
  int32_t value = 0;
  g_object_get(object, property, &value, NULL);
  return value;
}
double ocrscan_get_double(void *object, const char *property) {
  double value = 0;
  g_object_get(object, property, &value, NULL);
  return value;
}
void *ocrscan_get_object(void *object, const char *property) {
  void *value = NULL;
  g_object_get(object, property, &value, NULL);
  return value;
}

/* MARK: Signals */

typedef struct {
  GClosure closure;
  ocrscan_handler handler;
  ocrscan_release release;
} signal_closure;

static void marshal(GClosure *closure, GValue *result, guint count, const GValue *values, gpointer hint, gpointer data) {
  (void)hint, (void)data;
  signal_closure *own = (signal_closure *)closure;
  int answer = own->handler(closure->data, values + 1, count - 1);
  if (result != NULL && G_VALUE_HOLDS_BOOLEAN(result)) g_value_set_boolean(result, answer);
}

static void finalize(gpointer data, GClosure *closure) {
  signal_closure *own = (signal_closure *)closure;
  if (own->release != NULL) own->release(data);
}

void ocrscan_connect(void *object, const char *signal, void *context, ocrscan_handler handler, ocrscan_release release) {
  GClosure *closure = g_closure_new_simple(sizeof(signal_closure), context);
  ((signal_closure *)closure)->handler = handler;
  ((signal_closure *)closure)->release = release;
  g_closure_set_marshal(closure, marshal);
  g_closure_add_finalize_notifier(closure, context, finalize);
  g_signal_connect_closure(object, signal, closure, FALSE);
}

static int64_t argument_number(const void *arguments, uint32_t index) {
  const GValue *value = (const GValue *)arguments + index;
  GValue number = G_VALUE_INIT;
  g_value_init(&number, G_TYPE_INT64);
  int64_t result = g_value_transform(value, &number) ? g_value_get_int64(&number) : 0;
  g_value_unset(&number);
  return result;
}

double ocrscan_argument_double(const void *arguments, uint32_t index) {
  const GValue *value = (const GValue *)arguments + index;
  return G_VALUE_HOLDS_DOUBLE(value) ? g_value_get_double(value) : (double)argument_number(arguments, index);
}

const char *ocrscan_argument_bytes(const void *arguments, uint32_t index) {
  const GValue *value = (const GValue *)arguments + index;
  GVariant *variant = G_VALUE_HOLDS_VARIANT(value) ? g_value_get_variant(value) : NULL;
  return variant != NULL && g_variant_is_of_type(variant, G_VARIANT_TYPE_BYTESTRING) ? g_variant_get_bytestring(variant)
                                                                                     : NULL;
}
