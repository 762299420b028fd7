export {
  closeQuestions,
  confirm,
  prompt,
  questions,
  type ConfirmOptions,
  type PromptOptions,
} from './ask.ts';
export { Badge, badgeText } from './badge.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { Icon, Mark, type IconName } from './icon.tsx';
export { Status, type StatusKind } from './status.tsx';
export { createStore, useStore, type Store } from './store.ts';
export { applyTheme, readTheme, THEME_SCRIPT, type Theme } from './theme.ts';
export { dismissToast, toast, TOAST_DURATION_MS, type ToastOptions } from './toast.ts';
export { Toaster } from './toaster.tsx';
