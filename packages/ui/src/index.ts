export {
  cancelOpenQuestions,
  questions,
  type ConfirmOptions,
  type PromptOptions,
} from './overlay/open-questions.ts';
export { showConfirmDialog, showPromptDialog } from './overlay/questions.ts';
export { Badge, formatBadge } from './badge.tsx';
export { Dialog, type DialogProps } from './overlay/dialog.tsx';
export { FirstIcon, Logo } from './first-icon.tsx';
export { Icon, type IconName } from './icon.tsx';
export { Status, type StatusKind } from './status.tsx';
export { createStore, useStore, type Store } from './store.ts';
export { getThemeColorMedia, THEME_COLORS, THEME_SCRIPT } from './theme.ts';
export { applyTheme, readTheme, type Theme } from './theme-choice.ts';
export { dismissToast, toast, TOAST_DURATION_MS, type ToastOptions } from './overlay/toast.ts';
export { Toaster } from './overlay/toaster.tsx';
