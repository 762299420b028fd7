import { duplicateSelectedElements } from './canvas/copy-chosen.ts';
import { copySelectedStyle, pasteStyle } from './apply-style.ts';
import type { ClipboardActions } from './use-clipboard.ts';
import { ZOOM_STEPS } from './canvas/view.ts';
import type { Designer, Tool } from './designer.ts';
import {
  align,
  type AlignTo,
  selectElements,
  selectAllElements,
  distribute,
  moveElementsBy,
  reorder,
  removeSelectedElements,
  rotateClockwise,
} from '@yunbiao/designer/arrange';
import { isElementHidden } from '@yunbiao/label/groups';
import {
  groupSelectedElements,
  toggleSelectionFlag,
  ungroupSelectedElements,
} from '@yunbiao/designer/groups';
import { NO_IDS } from '@yunbiao/designer/doc';
import { withoutOrphanFields } from '@yunbiao/designer/fields';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';

/** Actions that shortcuts can trigger, in addition to the designer's state. */
export type ShortcutActions = {
  designer: Designer;
  zoom: (factor: number) => void;
  fit: () => void;
  save: () => void;
  print: () => void;
  showHelp: () => void;
  editContent: () => void;
  /** Through the system clipboard, for menus: keys arrive as the browser's own events. */
  clipboard: ClipboardActions;
  /** Opens the context menu at the selection. */
  openMenu: () => void;
};

export type Shortcut = {
  /** `Mod` is Ctrl, or ⌘ on a Mac. Several keys are alternatives. */
  keys: readonly string[];
  what: string;
  group: '选择' | '排列' | '编辑' | '视图' | '工具' | '文件';
  run: (reach: ShortcutActions) => void;
  /** The browser reports these keys as its own events, which carry the clipboard. */
  isNative?: true;
};

/** Offset of copies made with the keyboard, mm. */
const COPY_OFFSET_MM = 2;

const nudgeSelection =
  (x: number, y: number, by: 'dot' | 'mm') =>
  ({ designer }: ShortcutActions): void => {
    const step = by === 'mm' ? 1 : 1 / getDotsPerMm(designer.look.get().dpi);
    designer.execute('移动', moveElementsBy(x * step, y * step), 'nudge');
  };

const selectAdjacentElement =
  (by: 1 | -1) =>
  ({ designer }: ShortcutActions): void => {
    const { template, chosen } = designer.getDoc();
    const ids = template.elements
      .filter((element) => !isElementHidden(template, element))
      .map(({ id }) => id);
    const at = ids.indexOf(chosen[by === 1 ? chosen.length - 1 : 0] ?? '');
    const id = at < 0 ? (by === 1 ? ids[0] : ids.at(-1)) : ids[at + by];
    if (id !== undefined) designer.execute('选择', selectElements([id]));
  };

const alignSelection =
  (to: AlignTo) =>
  ({ designer }: ShortcutActions): void =>
    designer.execute('对齐', align(to));

const selectTool =
  (tool: Tool) =>
  ({ designer }: ShortcutActions): void => {
    designer.style.set(null);
    designer.tool.set(tool);
  };

const toggleElementFlag =
  (part: 'locked' | 'hidden', description: string) =>
  ({ designer }: ShortcutActions): void => {
    designer.execute(description, toggleSelectionFlag(part));
  };

const ARROWS = [
  ['ArrowLeft', '←', -1, 0],
  ['ArrowRight', '→', 1, 0],
  ['ArrowUp', '↑', 0, -1],
  ['ArrowDown', '↓', 0, 1],
] as const;

/** All keyboard shortcuts of the canvas. The help dialog under `?` is generated from this list. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Tab'], what: '下一个元素', group: '选择', run: selectAdjacentElement(1) },
  { keys: ['Shift+Tab'], what: '上一个元素', group: '选择', run: selectAdjacentElement(-1) },
  {
    keys: ['Mod+A'],
    what: '全选',
    group: '选择',
    run: ({ designer }) => designer.execute('选择', selectAllElements),
  },
  {
    keys: ['Escape'],
    what: '取消选择、放下工具',
    group: '选择',
    run: ({ designer }) => {
      if (designer.style.get()) designer.style.set(null);
      else if (designer.tool.get() !== 'select') designer.tool.set('select');
      else designer.execute('选择', selectElements(NO_IDS));
    },
  },
  {
    keys: ['Enter', 'F2'],
    what: '修改内容',
    group: '选择',
    run: ({ editContent }) => editContent(),
  },
  ...ARROWS.flatMap(([key, arrow, x, y]): Shortcut[] => [
    { keys: [key], what: `${arrow} 移一个点`, group: '排列', run: nudgeSelection(x, y, 'dot') },
    {
      keys: [`Shift+${key}`],
      what: `${arrow} 移 1 毫米`,
      group: '排列',
      run: nudgeSelection(x, y, 'mm'),
    },
  ]),
  { keys: ['Alt+A'], what: '左对齐', group: '排列', run: alignSelection('left') },
  { keys: ['Alt+H'], what: '水平居中', group: '排列', run: alignSelection('center') },
  { keys: ['Alt+D'], what: '右对齐', group: '排列', run: alignSelection('right') },
  { keys: ['Alt+W'], what: '上对齐', group: '排列', run: alignSelection('top') },
  { keys: ['Alt+V'], what: '垂直居中', group: '排列', run: alignSelection('middle') },
  { keys: ['Alt+S'], what: '下对齐', group: '排列', run: alignSelection('bottom') },
  {
    keys: ['Alt+Shift+H'],
    what: '水平等距',
    group: '排列',
    run: ({ designer }) => designer.execute('等距', distribute('x')),
  },
  {
    keys: ['Alt+Shift+V'],
    what: '垂直等距',
    group: '排列',
    run: ({ designer }) => designer.execute('等距', distribute('y')),
  },
  {
    keys: [']'],
    what: '上移一层',
    group: '排列',
    run: ({ designer }) => designer.execute('上移一层', reorder('forward')),
  },
  {
    keys: ['['],
    what: '下移一层',
    group: '排列',
    run: ({ designer }) => designer.execute('下移一层', reorder('backward')),
  },
  {
    keys: ['Mod+]'],
    what: '置于顶层',
    group: '排列',
    run: ({ designer }) => designer.execute('置于顶层', reorder('front')),
  },
  {
    keys: ['Mod+['],
    what: '置于底层',
    group: '排列',
    run: ({ designer }) => designer.execute('置于底层', reorder('back')),
  },
  {
    keys: ['R'],
    what: '旋转 90°',
    group: '排列',
    run: ({ designer }) => designer.execute('旋转', rotateClockwise),
  },
  {
    keys: ['Mod+G'],
    what: '组合',
    group: '排列',
    run: ({ designer }) => designer.execute('组合', groupSelectedElements),
  },
  {
    keys: ['Mod+Shift+G'],
    what: '取消组合',
    group: '排列',
    run: ({ designer }) => designer.execute('取消组合', ungroupSelectedElements),
  },
  { keys: ['Mod+Z'], what: '撤销', group: '编辑', run: ({ designer }) => designer.undo() },
  {
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    what: '重做',
    group: '编辑',
    run: ({ designer }) => designer.redo(),
  },
  {
    keys: ['Mod+C'],
    what: '复制',
    group: '编辑',
    run: ({ clipboard }) => void clipboard.copy(),
    isNative: true,
  },
  {
    keys: ['Mod+X'],
    what: '剪切',
    group: '编辑',
    run: ({ clipboard }) => void clipboard.cut(),
    isNative: true,
  },
  {
    keys: ['Mod+V'],
    what: '粘贴文字、图片、表格',
    group: '编辑',
    run: ({ clipboard, designer }) => void clipboard.paste(designer.menu.get()?.at),
    isNative: true,
  },
  {
    keys: ['Mod+D'],
    what: '复制一份',
    group: '编辑',
    run: ({ designer }) => duplicateSelectedElements(designer, COPY_OFFSET_MM, COPY_OFFSET_MM),
  },
  {
    keys: ['Delete', 'Backspace'],
    what: '删除',
    group: '编辑',
    run: ({ designer }) => designer.execute('删除', withoutOrphanFields(removeSelectedElements)),
  },
  {
    keys: ['Mod+Alt+C'],
    what: '复制样式',
    group: '编辑',
    run: ({ designer }) => copySelectedStyle(designer),
  },
  {
    keys: ['Mod+Alt+V'],
    what: '粘贴样式',
    group: '编辑',
    run: ({ designer }) => pasteStyle(designer),
  },
  {
    keys: ['Shift+F10', 'ContextMenu'],
    what: '打开菜单',
    group: '编辑',
    run: ({ openMenu }) => openMenu(),
  },
  { keys: ['Mod+L'], what: '锁定、解锁', group: '编辑', run: toggleElementFlag('locked', '锁定') },
  {
    keys: ['Mod+Shift+H'],
    what: '隐藏、显示',
    group: '编辑',
    run: toggleElementFlag('hidden', '隐藏'),
  },
  { keys: ['='], what: '放大', group: '视图', run: ({ zoom }) => zoom(ZOOM_STEPS.in) },
  { keys: ['-'], what: '缩小', group: '视图', run: ({ zoom }) => zoom(ZOOM_STEPS.out) },
  { keys: ['0'], what: '适合窗口', group: '视图', run: ({ fit }) => fit() },
  {
    keys: ['P'],
    what: '编辑、打印效果',
    group: '视图',
    run: ({ designer }) =>
      designer.look.set((settings) => ({
        ...settings,
        mode: settings.mode === 'edit' ? 'dots' : 'edit',
      })),
  },
  { keys: ['V'], what: '选择', group: '工具', run: selectTool('select') },
  { keys: ['T'], what: '文字', group: '工具', run: selectTool('text') },
  { keys: ['B'], what: '条码', group: '工具', run: selectTool('barcode') },
  { keys: ['Q'], what: '二维码', group: '工具', run: selectTool('qr') },
  { keys: ['L'], what: '直线', group: '工具', run: selectTool('line') },
  { keys: ['M'], what: '矩形', group: '工具', run: selectTool('rect') },
  { keys: ['O'], what: '椭圆', group: '工具', run: selectTool('ellipse') },
  { keys: ['G'], what: '表格', group: '工具', run: selectTool('table') },
  { keys: ['Mod+S'], what: '保存', group: '文件', run: ({ save }) => save() },
  { keys: ['Mod+P'], what: '打印', group: '文件', run: ({ print }) => print() },
  { keys: ['?'], what: '快捷键', group: '文件', run: ({ showHelp }) => showHelp() },
];

/** Characters that are typed with Shift. */
const SHIFTED_CHARS = '?+';

/**
 * Name of a pressed key as used in the list. Letters use the physical key, so that Alt on a Mac and
 * other layouts match.
 */
export const toShortcutKey = (event: KeyboardEvent): string => {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const key = event.key === '+' ? '=' : (letter ?? event.key);
  const parts = [
    event.ctrlKey || event.metaKey ? 'Mod' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey && !SHIFTED_CHARS.includes(event.key) ? 'Shift' : '',
    key,
  ];
  return parts.filter((part) => part !== '').join('+');
};

const BY_KEY = new Map(
  SHORTCUTS.flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut] as const)),
);

/** Focus when a key is pressed: canvas, another part of the page, or an input field. */
export type FocusArea = 'canvas' | 'page' | 'field';

/** Outside the canvas only these shortcuts are handled. Input fields have their own undo. */
const GLOBAL_SHORTCUTS = new Set(['Mod+S', 'Mod+P']);
const PAGE_SHORTCUTS = new Set([...GLOBAL_SHORTCUTS, 'Mod+Z', 'Mod+Shift+Z', 'Mod+Y']);

export const findShortcut = (event: KeyboardEvent, area: FocusArea): Shortcut | undefined => {
  const key = toShortcutKey(event);
  const works = area === 'canvas' || (area === 'page' ? PAGE_SHORTCUTS : GLOBAL_SHORTCUTS).has(key);
  return works ? BY_KEY.get(key) : undefined;
};
