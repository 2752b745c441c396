/** A text of the user's own at a place of the picture. */
import type { OverlayTemplate } from 'klinecharts';

export const TEXT = 'agioText';

/** Its words are the overlay's data. It is taken and dragged by them. */
export function textOverlay(): OverlayTemplate<string> {
  return {
    name: TEXT,
    totalStep: 2,
    needDefaultPointFigure: true,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ overlay, coordinates: [place] }) {
      if (!place) return [];
      return {
        type: 'text',
        attrs: { x: place.x, y: place.y, text: overlay.extendData, align: 'left', baseline: 'bottom' },
        styles: { size: 12, paddingLeft: 4, paddingRight: 4, paddingTop: 2, paddingBottom: 2, borderRadius: 4 },
      };
    },
  };
}
