/** What the pointer has in hand: the arrow, a tool that draws, or a copied style. */
export type InHand = 'arrow' | 'drawing' | 'style';
/** The modifier that decides: Shift before Ctrl before Alt. */
export type Modifier = 'none' | 'shift' | 'ctrl' | 'alt';
/** What lies under the pointer; `selected`: an element that is selected. */
export type Under = 'handle' | 'line' | 'guide' | 'selected' | 'element' | 'nothing';

/** What a drag does. */
export type DragKind = 'none' | 'draw' | 'resize' | 'line' | 'guide' | 'move' | 'marquee';
/**
 * Effect on the selection or the element. `front`: select the front element, `below`: the
 * next one below the selected one, `add`: also the front element, `toggle`: add or remove it.
 */
export type PressAct =
  | 'none'
  | 'front'
  | 'below'
  | 'add'
  | 'toggle'
  | 'clear'
  | 'apply-style'
  | 'drop-style';

export type GestureChoice = {
  /** Done at once. */
  down: PressAct;
  drag: DragKind;
  /** Done when the pointer is lifted without a drag. */
  click: PressAct;
};

type Rule = GestureChoice & { hand?: InHand; modifier?: Modifier; under?: readonly Under[] };

const ELEMENTS = ['selected', 'element'] as const;
const NO_ACT = { down: 'none', click: 'none' } as const;

/**
 * The first rule that fits a press applies. A tool in hand acts on grips and elements alike. A
 * drag of a selected element moves it even where another covers it; the press counts only when no
 * drag follows.
 */
const RULES: readonly Rule[] = [
  { hand: 'drawing', ...NO_ACT, drag: 'draw' },
  { hand: 'style', under: ELEMENTS, down: 'none', drag: 'none', click: 'apply-style' },
  { hand: 'style', down: 'none', drag: 'none', click: 'drop-style' },
  { under: ['handle'], ...NO_ACT, drag: 'resize' },
  { under: ['line'], ...NO_ACT, drag: 'line' },
  { under: ['guide'], ...NO_ACT, drag: 'guide' },
  { under: ['selected'], modifier: 'shift', down: 'none', drag: 'move', click: 'toggle' },
  { under: ['selected'], modifier: 'ctrl', down: 'none', drag: 'move', click: 'below' },
  { under: ['selected'], down: 'none', drag: 'move', click: 'front' },
  { under: ['element'], modifier: 'shift', down: 'add', drag: 'move', click: 'none' },
  { under: ['element'], down: 'front', drag: 'move', click: 'none' },
  { modifier: 'shift', ...NO_ACT, drag: 'marquee' },
  { down: 'clear', drag: 'marquee', click: 'none' },
];

export const chooseGesture = (hand: InHand, modifier: Modifier, under: Under): GestureChoice => {
  const rule = RULES.find(
    (candidate) =>
      (candidate.hand ?? hand) === hand &&
      (candidate.modifier ?? modifier) === modifier &&
      (candidate.under?.includes(under) ?? true),
  );
  const { down, drag, click } = rule ?? { ...NO_ACT, drag: 'none' };
  return { down, drag, click };
};
