/** The library's drawings as ours, and back. */
import type { Chart, OverlayCreate } from 'klinecharts';
import type { ChartInput, Drawing, DrawingTool } from '../chart-face.ts';

const GROUP = 'drawings';
const DRAFT = 'draft';
const NAMES: Readonly<Record<DrawingTool, string>> = {
  trend: 'segment',
  ray: 'rayLine',
  horizontal: 'horizontalStraightLine',
  vertical: 'verticalStraightLine',
  channel: 'parallelStraightLine',
  fibonacci: 'fibonacciLine',
};
const TOOLS = new Map(Object.entries(NAMES).map(([tool, name]) => [name, tool as DrawingTool]));

/** Points are placed outside: the library loses the second of two presses that follow each other quickly. */
export function createDrawings(chart: Chart, onDrawings: ChartInput['onDrawings']) {
  let isLocked = false;
  const collect = (): Drawing[] =>
    chart.getOverlays({ groupId: GROUP }).flatMap(({ id, name, points }) => {
      const tool = TOOLS.get(name);
      const places = points.map(({ timestamp = 0, value = 0 }) => ({ time: timestamp, price: value }));
      return tool === undefined ? [] : [{ id, tool, points: places }];
    });
  const creation = ({ id, tool, points }: Drawing): OverlayCreate => ({
    id,
    name: NAMES[tool],
    points: points.map(({ time, price }) => ({ timestamp: time, value: price })),
  });
  return {
    set(drawings: readonly Drawing[]) {
      const keep = new Set(drawings.map(({ id }) => id));
      const known = new Set(collect().map(({ id }) => id));
      for (const id of known) if (!keep.has(id)) chart.removeOverlay({ id });
      for (const drawing of drawings) {
        if (known.has(drawing.id)) continue;
        chart.createOverlay({
          ...creation(drawing),
          groupId: GROUP,
          lock: isLocked,
          onPressedMoveEnd: () => onDrawings(collect()),
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
