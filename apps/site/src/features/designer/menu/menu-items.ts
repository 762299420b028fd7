import { isElementHidden, isElementLocked } from '@yunbiao/label/groups';
import { type Doc, listMovableSelection, listSelectedElements } from '@yunbiao/designer/doc';
import { SHORTCUTS, type Shortcut } from '../shortcuts.ts';

/** A command of the context menu: createElementEntry of the shortcuts, under the name that fits the selection. */
export type MenuItem = { label: string; shortcut: Shortcut; isEnabled: boolean };
export type MenuPage = 'main' | 'align';

type Entry = {
  what: string;
  /** Name in the menu, where it differs from the createElementEntry in the list of shortcuts. */
  getLabel?: (doc: Doc) => string;
  isEnabled?: (doc: Doc) => boolean;
};

const isAll = (doc: Doc, part: 'locked' | 'hidden'): boolean =>
  listSelectedElements(doc).every((element) =>
    part === 'locked'
      ? isElementLocked(doc.template, element)
      : isElementHidden(doc.template, element),
  );

const hasAtLeast =
  (count: number) =>
  (doc: Doc): boolean =>
    listMovableSelection(doc).length >= count;
const hasSelection = (doc: Doc): boolean => doc.chosen.length > 0;

const createElementEntry = (what: string): Entry => ({ what, isEnabled: hasAtLeast(1) });

const MAIN: readonly (readonly Entry[])[] = [
  [
    createElementEntry('剪切'),
    createElementEntry('复制'),
    { what: '粘贴文字、图片、表格', getLabel: () => '粘贴到这里' },
    createElementEntry('复制一份'),
  ],
  [{ what: '复制样式', isEnabled: hasSelection }, createElementEntry('粘贴样式')],
  [
    createElementEntry('置于顶层'),
    createElementEntry('上移一层'),
    createElementEntry('下移一层'),
    createElementEntry('置于底层'),
  ],
  [
    { what: '组合', isEnabled: hasAtLeast(2) },
    {
      what: '取消组合',
      isEnabled: (doc) => listMovableSelection(doc).some(({ group }) => group !== undefined),
    },
    {
      what: '锁定、解锁',
      getLabel: (doc) => (hasSelection(doc) && isAll(doc, 'locked') ? '解锁' : '锁定'),
      isEnabled: hasSelection,
    },
    {
      what: '隐藏、显示',
      getLabel: (doc) => (hasSelection(doc) && isAll(doc, 'hidden') ? '显示' : '隐藏'),
      isEnabled: hasSelection,
    },
  ],
  [createElementEntry('删除')],
];

const ALIGN: readonly (readonly Entry[])[] = [
  ['左对齐', '水平居中', '右对齐'].map(createElementEntry),
  ['上对齐', '垂直居中', '下对齐'].map(createElementEntry),
  ['水平等距', '垂直等距'].map((what) => ({ what, isEnabled: hasAtLeast(3) })),
];

const PAGES: Record<MenuPage, readonly (readonly Entry[])[]> = { main: MAIN, align: ALIGN };

/** Groups of commands on a page of the menu, for the selection of the document. */
export const listMenuGroups = (page: MenuPage, doc: Doc): MenuItem[][] =>
  PAGES[page].map((entries) =>
    entries.flatMap(({ what, getLabel, isEnabled }) => {
      const shortcut = SHORTCUTS.find((candidate) => candidate.what === what);
      if (!shortcut) return [];
      return [{ label: getLabel?.(doc) ?? what, shortcut, isEnabled: isEnabled?.(doc) ?? true }];
    }),
  );
