import { Icon } from './icon.tsx';
import { Status } from './status.tsx';
import { useStore } from './store.ts';
import { dismissToast, toasts } from './toast.ts';
import './float.css';

/** Where toasts appear: 40 px from the top, above everything (z-index 10001). Mounted once, outside the page. */
export const Toaster = () => {
  const list = useStore(toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {list.map((item) => (
        <div className="toast" key={item.id}>
          <Status kind={item.kind}>
            <span>{item.message}</span>
          </Status>
          {item.count > 1 && <span className="x2">× {item.count}</span>}
          {item.action && (
            <button
              type="button"
              className="bare link m nw"
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
            className="ib"
            aria-label="关闭提示"
            onClick={() => dismissToast(item.id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
};
