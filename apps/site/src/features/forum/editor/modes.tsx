import css from './editor.module.css';

export type Mode = 'write' | 'both' | 'preview';

/** Buttons that switch between text, preview and both. */
export const Modes = ({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) => {
  const renderTab = (to: Mode, label: string, isOn: boolean, className = '') => (
    <button
      type="button"
      className={className}
      aria-current={isOn ? 'true' : undefined}
      onClick={() => onMode(to)}
    >
      {label}
    </button>
  );
  return (
    <div className={`tabs ${css.modes}`} role="group" aria-label="显示">
      {/* Without room for both, 并排 counts as 编写. */}
      {renderTab('write', '编写', mode !== 'preview', css.narrow)}
      {renderTab('write', '编写', mode === 'write', css.wide)}
      {renderTab('both', '并排', mode === 'both', css.wide)}
      {renderTab('preview', '预览', mode === 'preview')}
    </div>
  );
};
