import { useStore } from '@yunbiao/ui/store.ts';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type MenuPlace, useDesigner } from '../designer.ts';
import type { ShortcutActions } from '../shortcuts.ts';
import { formatKeys } from '../shortcut-names.ts';
import css from './context-menu.module.css';
import { listMenuGroups, type MenuItem, type MenuPage } from './menu-items.ts';

type ContextMenuProps = { actions: ShortcutActions; stage: RefObject<HTMLElement | null> };

/** Distance from the edges of the window, px. */
const EDGE_PX = 8;

const listItems = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('button:enabled') ?? []),
];

/** Index of the item that a key leads to; null for other keys. */
const findNextIndex = (key: string, at: number, count: number): number | null => {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};

/** Place of the menu inside the window; gives the menu the focus. */
const useMenuPlace = (menu: RefObject<HTMLElement | null>, { x, y }: MenuPlace, page: MenuPage) => {
  const [corner, setCorner] = useState({ left: x, top: y });
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const clamp = (at: number, length: number, room: number): number =>
      Math.max(EDGE_PX, Math.min(at, room - length - EDGE_PX));
    setCorner({ left: clamp(x, width, innerWidth), top: clamp(y, height, innerHeight) });
    listItems(element)[0]?.focus({ preventScroll: true });
  }, [menu, x, y, page]);
  return corner;
};

/** A press outside closes the menu. */
const useOutsidePress = (menu: RefObject<HTMLElement | null>, close: () => void): void => {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const closeOnPress = (event: PointerEvent): void => {
      if (!menu.current?.contains(event.target as Node)) latest.current();
    };
    addEventListener('pointerdown', closeOnPress, true);
    return () => removeEventListener('pointerdown', closeOnPress, true);
  }, [menu]);
};

const CommandItem = ({ item, onRun }: { item: MenuItem; onRun: () => void }) => (
  <button type="button" role="menuitem" disabled={!item.isEnabled} onClick={onRun}>
    <span>{item.label}</span>
    <kbd>{formatKeys(item.shortcut.keys[0] ?? '')}</kbd>
  </button>
);

/** Leads to the page with the alignments. */
const AlignItem = ({ isEnabled, onOpen }: { isEnabled: boolean; onOpen: () => void }) => (
  <button
    type="button"
    role="menuitem"
    aria-haspopup="menu"
    disabled={!isEnabled}
    onClick={onOpen}
    onKeyDown={(event) => {
      if (event.key === 'ArrowRight') onOpen();
    }}
  >
    <span>对齐…</span>
    <span aria-hidden="true">›</span>
  </button>
);

const OpenMenu = ({ actions, stage, place }: ContextMenuProps & { place: MenuPlace }) => {
  const designer = useDesigner();
  const doc = useStore(designer.history, ({ now }) => now);
  const [page, setPage] = useState<MenuPage>('main');
  const menu = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const corner = useMenuPlace(menu, place, page);
  const closeMenu = (): void => designer.menu.set(null);
  useOutsidePress(menu, closeMenu);
  const leaveMenu = (): void => {
    closeMenu();
    stage.current?.focus({ preventScroll: true });
  };
  const handleKey = (event: KeyboardEvent): void => {
    const items = listItems(menu.current);
    const next = findNextIndex(
      event.key,
      items.indexOf(document.activeElement as HTMLElement),
      items.length,
    );
    const isBack = page === 'align' && (event.key === 'ArrowLeft' || event.key === 'Escape');
    if (next !== null) items[next]?.focus();
    else if (isBack) setPage('main');
    else if (event.key === 'Escape' || event.key === 'Tab') leaveMenu();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      className={`menu ${css.menu}`}
      style={corner}
      role="menu"
      tabIndex={-1}
      aria-label="元素的命令"
      onKeyDown={handleKey}
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      // Lifting the finger that opened the menu is not a press of the item below it. A click by
      // keyboard has detail 0.
      onClickCapture={(event) => {
        if (event.detail > 0 && !isPressed.current) event.stopPropagation();
      }}
    >
      {page === 'align' && (
        <button type="button" role="menuitem" onClick={() => setPage('main')}>
          ‹ 返回
        </button>
      )}
      {listMenuGroups(page, doc).map((items, i) => (
        <div key={i} className={css.group} role="group">
          {items.map((item) => (
            <CommandItem
              key={item.label}
              item={item}
              onRun={() => {
                item.shortcut.run(actions);
                leaveMenu();
              }}
            />
          ))}
          {page === 'main' && items[0]?.shortcut.what === '置于顶层' && (
            <AlignItem isEnabled={doc.chosen.length > 0} onOpen={() => setPage('align')} />
          )}
        </div>
      ))}
    </div>
  );
};

/** Commands for the selection at the pointer: right button, long press, or the menu key. */
export const ContextMenu = ({ actions, stage }: ContextMenuProps) => {
  const designer = useDesigner();
  const place = useStore(designer.menu);
  return place && <OpenMenu key={`${place.x} ${place.y}`} {...{ actions, stage, place }} />;
};
