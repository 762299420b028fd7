import { copyBeside } from './canvas/copies.ts';
import type { Designer, Tool } from './designer.ts';
import {
  align,
  type AlignTo,
  choose,
  chooseAll,
  distribute,
  group,
  moveBy,
  order,
  remove,
  turn,
  ungroup,
} from './model/arrange.ts';
import { NOTHING } from './model/doc.ts';
import { change } from './model/edit.ts';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';

/** What shortcuts may do beyond the designer's own state. */
export type Reach = {
  designer: Designer;
  zoom: (factor: number) => void;
  fit: () => void;
  save: () => void;
  print: () => void;
  help: () => void;
  editContent: () => void;
};

export type Shortcut = {
  /** `Mod` is Ctrl, on a Mac ⌘; several are alternatives. */
  keys: readonly string[];
  what: string;
  group: '选择' | '排列' | '编辑' | '视图' | '工具' | '文件';
  /** Nothing for what the browser tells in events of its own. */
  run?: (reach: Reach) => void;
};

/** Copies made by the keyboard lie this far from what they are of, mm. */
const APART_MM = 2;

const nudged =
  (x: number, y: number, by: 'dot' | 'mm') =>
  ({ designer }: Reach): void => {
    const step = by === 'mm' ? 1 : 1 / getDotsPerMm(designer.look.get().dpi);
    designer.act('移动', moveBy(x * step, y * step), 'nudge');
  };

const next =
  (by: 1 | -1) =>
  ({ designer }: Reach): void => {
    const { template, chosen } = designer.doc();
    const ids = template.elements.filter(({ hidden }) => !hidden).map(({ id }) => id);
    const at = ids.indexOf(chosen[by === 1 ? chosen.length - 1 : 0] ?? '');
    const id = at < 0 ? (by === 1 ? ids[0] : ids.at(-1)) : ids[at + by];
    if (id !== undefined) designer.act('选择', choose([id]));
  };

const aligned =
  (to: AlignTo) =>
  ({ designer }: Reach): void =>
    designer.act('对齐', align(to));

const drawn =
  (tool: Tool) =>
  ({ designer }: Reach): void =>
    designer.tool.set(tool);

const toggled =
  (part: 'locked' | 'hidden', what: string) =>
  ({ designer }: Reach): void => {
    const { template, chosen } = designer.doc();
    const all = template.elements.filter(({ id }) => chosen.includes(id));
    const isOn = all.length > 0 && all.every((element) => element[part]);
    designer.act(what, change(chosen, { [part]: isOn ? undefined : true }));
  };

const ARROWS = [
  ['ArrowLeft', '←', -1, 0],
  ['ArrowRight', '→', 1, 0],
  ['ArrowUp', '↑', 0, -1],
  ['ArrowDown', '↓', 0, 1],
] as const;

/** Everything the keyboard does on the canvas: the sheet under `?` is made of this list. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Tab'], what: '下一个元素', group: '选择', run: next(1) },
  { keys: ['Shift+Tab'], what: '上一个元素', group: '选择', run: next(-1) },
  {
    keys: ['Mod+A'],
    what: '全选',
    group: '选择',
    run: ({ designer }) => designer.act('选择', chooseAll),
  },
  {
    keys: ['Escape'],
    what: '取消选择、放下工具',
    group: '选择',
    run: ({ designer }) => {
      if (designer.tool.get() !== 'select') designer.tool.set('select');
      else designer.act('选择', choose(NOTHING));
    },
  },
  { keys: ['Enter', 'F2'], what: '改内容', group: '选择', run: ({ editContent }) => editContent() },
  ...ARROWS.flatMap(([key, arrow, x, y]): Shortcut[] => [
    { keys: [key], what: `${arrow} 移一个点`, group: '排列', run: nudged(x, y, 'dot') },
    { keys: [`Shift+${key}`], what: `${arrow} 移 1 毫米`, group: '排列', run: nudged(x, y, 'mm') },
  ]),
  { keys: ['Alt+A'], what: '左对齐', group: '排列', run: aligned('left') },
  { keys: ['Alt+H'], what: '水平居中', group: '排列', run: aligned('center') },
  { keys: ['Alt+D'], what: '右对齐', group: '排列', run: aligned('right') },
  { keys: ['Alt+W'], what: '上对齐', group: '排列', run: aligned('top') },
  { keys: ['Alt+V'], what: '垂直居中', group: '排列', run: aligned('middle') },
  { keys: ['Alt+S'], what: '下对齐', group: '排列', run: aligned('bottom') },
  {
    keys: ['Alt+Shift+H'],
    what: '水平等距',
    group: '排列',
    run: ({ designer }) => designer.act('等距', distribute('x')),
  },
  {
    keys: ['Alt+Shift+V'],
    what: '垂直等距',
    group: '排列',
    run: ({ designer }) => designer.act('等距', distribute('y')),
  },
  {
    keys: [']'],
    what: '往前一层',
    group: '排列',
    run: ({ designer }) => designer.act('往前一层', order('forward')),
  },
  {
    keys: ['['],
    what: '往后一层',
    group: '排列',
    run: ({ designer }) => designer.act('往后一层', order('backward')),
  },
  {
    keys: ['Mod+]'],
    what: '放到最前',
    group: '排列',
    run: ({ designer }) => designer.act('放到最前', order('front')),
  },
  {
    keys: ['Mod+['],
    what: '放到最后',
    group: '排列',
    run: ({ designer }) => designer.act('放到最后', order('back')),
  },
  { keys: ['R'], what: '转 90°', group: '排列', run: ({ designer }) => designer.act('旋转', turn) },
  {
    keys: ['Mod+G'],
    what: '成组',
    group: '排列',
    run: ({ designer }) => designer.act('成组', group),
  },
  {
    keys: ['Mod+Shift+G'],
    what: '取消成组',
    group: '排列',
    run: ({ designer }) => designer.act('取消成组', ungroup),
  },
  { keys: ['Mod+Z'], what: '撤销', group: '编辑', run: ({ designer }) => designer.undo() },
  {
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    what: '重做',
    group: '编辑',
    run: ({ designer }) => designer.redo(),
  },
  { keys: ['Mod+C'], what: '复制', group: '编辑' },
  { keys: ['Mod+X'], what: '剪切', group: '编辑' },
  { keys: ['Mod+V'], what: '粘贴文字、图片、表格', group: '编辑' },
  {
    keys: ['Mod+D'],
    what: '复制一份',
    group: '编辑',
    run: ({ designer }) => copyBeside(designer, APART_MM, APART_MM),
  },
  {
    keys: ['Delete', 'Backspace'],
    what: '删除',
    group: '编辑',
    run: ({ designer }) => designer.act('删除', remove),
  },
  { keys: ['Mod+L'], what: '锁定、解锁', group: '编辑', run: toggled('locked', '锁定') },
  { keys: ['Mod+Shift+H'], what: '隐藏、显示', group: '编辑', run: toggled('hidden', '隐藏') },
  { keys: ['='], what: '放大', group: '视图', run: ({ zoom }) => zoom(1.25) },
  { keys: ['-'], what: '缩小', group: '视图', run: ({ zoom }) => zoom(0.8) },
  { keys: ['0'], what: '适合窗口', group: '视图', run: ({ fit }) => fit() },
  {
    keys: ['P'],
    what: '编辑、逐点',
    group: '视图',
    run: ({ designer }) =>
      designer.look.set((look) => ({ ...look, mode: look.mode === 'edit' ? 'dots' : 'edit' })),
  },
  { keys: ['V'], what: '选择', group: '工具', run: drawn('select') },
  { keys: ['T'], what: '文字', group: '工具', run: drawn('text') },
  { keys: ['B'], what: '条码', group: '工具', run: drawn('barcode') },
  { keys: ['Q'], what: '二维码', group: '工具', run: drawn('qr') },
  { keys: ['L'], what: '直线', group: '工具', run: drawn('line') },
  { keys: ['M'], what: '矩形', group: '工具', run: drawn('rect') },
  { keys: ['O'], what: '椭圆', group: '工具', run: drawn('ellipse') },
  { keys: ['G'], what: '表格', group: '工具', run: drawn('table') },
  { keys: ['Mod+S'], what: '保存', group: '文件', run: ({ save }) => save() },
  { keys: ['Mod+P'], what: '打印', group: '文件', run: ({ print }) => print() },
  { keys: ['?'], what: '快捷键', group: '文件', run: ({ help }) => help() },
];

/** Keys whose Shift is part of the character. */
const SHIFTED = '?+';

/** A key press as the list writes it. Letters by their place, so that Alt on a Mac and other layouts still match. */
export const getKey = (event: KeyboardEvent): string => {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const key = event.key === '+' ? '=' : (letter ?? event.key);
  const parts = [
    event.ctrlKey || event.metaKey ? 'Mod' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey && !SHIFTED.includes(event.key) ? 'Shift' : '',
    key,
  ];
  return parts.filter((part) => part !== '').join('+');
};

const BY_KEY = new Map(SHORTCUTS.flatMap((one) => one.keys.map((key) => [key, one] as const)));

/** Where a key is pressed: on the canvas, elsewhere on the page, or where something is typed. */
export type Where = 'canvas' | 'page' | 'field';

/** Beyond the canvas the browser's own keys stay the browser's, but for these; a field has its own undo. */
const ANYWHERE = new Set(['Mod+S', 'Mod+P']);
const ON_PAGE = new Set([...ANYWHERE, 'Mod+Z', 'Mod+Shift+Z', 'Mod+Y']);

export const shortcutFor = (event: KeyboardEvent, where: Where): Shortcut | undefined => {
  const key = getKey(event);
  const works = where === 'canvas' || (where === 'page' ? ON_PAGE : ANYWHERE).has(key);
  return works ? BY_KEY.get(key) : undefined;
};
