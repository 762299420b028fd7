import { createPortal } from 'react-dom';
import { FirstIcon } from '../first-icon.tsx';
import { openDialogs } from './open-dialogs.ts';
import { Status } from '../status.tsx';
import { useStore } from '../store.ts';
import { dismissToast, toasts } from './toast.ts';
import '../float.css';

/**
 * Shows toasts 40 px from the top, above everything (z-index 10001). Mounted once, outside the
 * page. While a dialog is open, toasts render inside it, so that they are not inert.
 */
export const Toaster = () => {
  const list = useStore(toasts);
  const dialog = useStore(openDialogs, (open) => open.at(-1));
  const toastList = (
    <div className="toasts" role="status" aria-live="polite">
      {list.map((item) => (
        <div className="toast" key={item.id}>
          <Status kind={item.kind}>
            <span>{item.message}</span>
          </Status>
          {item.count > 1 && <span className="toast-action">× {item.count}</span>}
          {item.action && (
            <button
              type="button"
              className="bare link medium no-wrap"
              onClick={() => {
                item.action?.run();
                dismissToast(item.id);
              }}
            >
              {item.action.label}
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label="关闭提示"
            onClick={() => dismissToast(item.id)}
          >
            <FirstIcon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
  return dialog ? createPortal(toastList, dialog) : toastList;
};
