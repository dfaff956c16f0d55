#include <adwaita.h>
#include <sys/mman.h>

#include "ocrscan_gtk.h"

/* MARK: A widget that draws itself */

#define OCRSCAN_TYPE_CANVAS (ocrscan_canvas_get_type())
G_DECLARE_FINAL_TYPE(OcrscanCanvas, ocrscan_canvas, OCRSCAN, CANVAS, GtkWidget)
struct _OcrscanCanvas {
  GtkWidget parent;
  void *context;
  ocrscan_draw draw;
  ocrscan_release release;
  int width, height;
};
G_DEFINE_FINAL_TYPE(OcrscanCanvas, ocrscan_canvas, GTK_TYPE_WIDGET)

static void canvas_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  OcrscanCanvas *self = OCRSCAN_CANVAS(widget);
  float width = (float)gtk_widget_get_width(widget), height = (float)gtk_widget_get_height(widget);
  gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, 0, width, height));
  if (self->draw != NULL) self->draw(self->context, snapshot, width, height);
  gtk_snapshot_pop(snapshot);
}
static void canvas_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline) {
  (void)for_size, (void)minimum_baseline, (void)natural_baseline;
  OcrscanCanvas *self = OCRSCAN_CANVAS(widget);
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height;
}
static void canvas_finalize(GObject *object) {
  OcrscanCanvas *self = OCRSCAN_CANVAS(object);
  if (self->release != NULL) self->release(self->context);
  G_OBJECT_CLASS(ocrscan_canvas_parent_class)->finalize(object);
}
static void ocrscan_canvas_class_init(OcrscanCanvasClass *class) {
  GTK_WIDGET_CLASS(class)->snapshot = canvas_snapshot;
  GTK_WIDGET_CLASS(class)->measure = canvas_measure;
  G_OBJECT_CLASS(class)->finalize = canvas_finalize;
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "canvas");
}
static void ocrscan_canvas_init(OcrscanCanvas *self) { (void)self; }

void *ocrscan_canvas_new(const char *role, void *context, ocrscan_draw draw, ocrscan_release release) {
  GEnumClass *roles = g_type_class_ref(GTK_TYPE_ACCESSIBLE_ROLE);
  GEnumValue *value = g_enum_get_value_by_nick(roles, role);
  OcrscanCanvas *self = g_object_new(OCRSCAN_TYPE_CANVAS, "accessible-role",
                                     value != NULL ? value->value : GTK_ACCESSIBLE_ROLE_IMG, NULL);
  g_type_class_unref(roles);
  self->context = context;
  self->draw = draw;
  self->release = release;
  return self;
}

void ocrscan_canvas_set_size(void *canvas, int width, int height) {
  OcrscanCanvas *self = OCRSCAN_CANVAS(canvas);
  self->width = width;
  self->height = height;
  gtk_widget_queue_resize(GTK_WIDGET(self));
}

/* MARK: What it draws */

static graphene_rect_t rect_of(ocrscan_rect rect) {
  return GRAPHENE_RECT_INIT(rect.x, rect.y, rect.width, rect.height);
}
static GdkRGBA color_of(ocrscan_color color) {
  return (GdkRGBA){color.red, color.green, color.blue, color.alpha};
}

void ocrscan_draw_texture(void *snapshot, void *texture, ocrscan_rect rect, ocrscan_rect clip, float radius) {
  graphene_rect_t bounds = rect_of(rect), inside = rect_of(clip);
  GskRoundedRect rounded;
  gsk_rounded_rect_init_from_rect(&rounded, &inside, radius);
  gtk_snapshot_push_rounded_clip(snapshot, &rounded);
  gtk_snapshot_append_texture(snapshot, texture, &bounds);
  gtk_snapshot_pop(snapshot);
}

void ocrscan_draw_fill(void *snapshot, ocrscan_rect rect, float radius, ocrscan_color color) {
  graphene_rect_t bounds = rect_of(rect);
  GskRoundedRect rounded;
  gsk_rounded_rect_init_from_rect(&rounded, &bounds, radius);
  GdkRGBA rgba = color_of(color);
  gtk_snapshot_push_rounded_clip(snapshot, &rounded);
  gtk_snapshot_append_color(snapshot, &rgba, &bounds);
  gtk_snapshot_pop(snapshot);
}

void ocrscan_draw_frame(void *snapshot, ocrscan_rect rect, float radius, float thickness, ocrscan_color color) {
  graphene_rect_t bounds = rect_of(rect);
  GskRoundedRect rounded;
  gsk_rounded_rect_init_from_rect(&rounded, &bounds, radius);
  GdkRGBA rgba = color_of(color);
  const float widths[4] = {thickness, thickness, thickness, thickness};
  const GdkRGBA colors[4] = {rgba, rgba, rgba, rgba};
  gtk_snapshot_append_border(snapshot, &rounded, widths, colors);
}

void ocrscan_draw_text(void *snapshot, void *widget, const char *text, float x, float y, int alignment, int is_bold,
                       ocrscan_color color) {
  PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
  if (is_bold) {
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
  }
  int width, height;
  pango_layout_get_pixel_size(layout, &width, &height);
  GdkRGBA rgba = color_of(color);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(
      snapshot,
      &GRAPHENE_POINT_INIT(x - (alignment == 0 ? (float)width / 2 : alignment > 0 ? (float)width : 0), y - (float)height / 2));
  gtk_snapshot_append_layout(snapshot, layout, &rgba);
  gtk_snapshot_restore(snapshot);
  g_object_unref(layout);
}

ocrscan_color ocrscan_text_color(void *widget) {
  GdkRGBA rgba;
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), &rgba);
  G_GNUC_END_IGNORE_DEPRECATIONS
  return (ocrscan_color){rgba.red, rgba.green, rgba.blue, rgba.alpha};
}

int ocrscan_is_dark(void) { return adw_style_manager_get_dark(adw_style_manager_get_default()); }
int ocrscan_is_right_to_left(void *widget) { return gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL; }

/* MARK: Pixels */

typedef struct {
  void *start;
  size_t count;
} mapping;

static void unmap(gpointer data) {
  mapping *mapped = data;
  munmap(mapped->start, mapped->count);
  g_free(mapped);
}

void *ocrscan_texture_new(int descriptor, int width, int height) {
  size_t stride = (size_t)width * 3, count = stride * (size_t)height;
  void *start = mmap(NULL, count, PROT_READ, MAP_SHARED, descriptor, 0);
  if (start == MAP_FAILED) return NULL;
  mapping *mapped = g_new(mapping, 1);
  *mapped = (mapping){start, count};
  GBytes *bytes = g_bytes_new_with_free_func(start, count, unmap, mapped);
  GdkTexture *texture = gdk_memory_texture_new(width, height, GDK_MEMORY_R8G8B8, bytes, stride);
  g_bytes_unref(bytes);
  return texture;
}
