/** The library's drawings as ours, and back. */
import type { Chart, OverlayCreate } from 'klinecharts';
import type { ChartInput, Drawing, DrawingTool } from '../chart-face.ts';
import { TEXT } from './text-overlay.ts';

const GROUP = 'drawings';
const DRAFT = 'draft';
const NAMES: Readonly<Record<DrawingTool, string>> = {
  trend: 'segment',
  ray: 'rayLine',
  horizontal: 'horizontalStraightLine',
  vertical: 'verticalStraightLine',
  channel: 'parallelStraightLine',
  fibonacci: 'fibonacciLine',
  text: TEXT,
};
const TOOLS = new Map(Object.entries(NAMES).map(([tool, name]) => [name, tool as DrawingTool]));

/** Points are placed outside: the library loses the second of two presses that follow each other quickly. */
export function createDrawings(chart: Chart, { onDrawings, onText }: Pick<ChartInput, 'onDrawings' | 'onText'>) {
  let isLocked = false;
  const collect = (): Drawing[] =>
    chart.getOverlays({ groupId: GROUP }).flatMap(({ id, name, points, extendData }) => {
      const tool = TOOLS.get(name);
      const places = points.map(({ timestamp = 0, value = 0 }) => ({ time: timestamp, price: value }));
      if (tool === undefined) return [];
      return [{ id, tool, points: places, ...(tool === 'text' ? { text: String(extendData) } : {}) }];
    });
  const creation = ({ id, tool, points, text }: Drawing): OverlayCreate => ({
    id,
    name: NAMES[tool],
    points: points.map(({ time, price }) => ({ timestamp: time, value: price })),
    ...(text === undefined ? {} : { extendData: text }),
  });
  return {
    set(drawings: readonly Drawing[]) {
      const keep = new Set(drawings.map(({ id }) => id));
      const known = new Map(collect().map((drawing) => [drawing.id, drawing]));
      for (const id of known.keys()) if (!keep.has(id)) chart.removeOverlay({ id });
      for (const drawing of drawings) {
        const shown = known.get(drawing.id);
        if (shown) {
          if (shown.text !== drawing.text) chart.overrideOverlay({ id: drawing.id, extendData: drawing.text });
          continue;
        }
        chart.createOverlay({
          ...creation(drawing),
          groupId: GROUP,
          lock: isLocked,
          onPressedMoveEnd: () => onDrawings(collect()),
          onDoubleClick: ({ overlay }) => {
            const pressed = collect().find(({ id }) => id === overlay.id);
            if (pressed?.tool === 'text') onText(pressed);
          },
          // The library's own answer would be to remove it at once.
          onRightClick: (event) => event.preventDefault?.(),
        });
      }
    },
    lock(next: boolean) {
      isLocked = next;
      for (const { id } of collect()) chart.overrideOverlay({ id, lock: next });
    },
    draft(drawing: Drawing | null) {
      chart.removeOverlay({ groupId: DRAFT });
      if (drawing) chart.createOverlay({ ...creation(drawing), groupId: DRAFT, lock: true });
    },
  };
}
