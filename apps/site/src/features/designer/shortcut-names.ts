const WORDS: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Delete',
  Backspace: '退格',
  ContextMenu: '菜单键',
};

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys of a shortcut as they are written on the keyboard of this machine. */
export const formatKeys = (key: string): string =>
  key
    .split('+')
    .map((part) => (part === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : (WORDS[part] ?? part)))
    .join(' + ');
