import { Icon } from '@yunbiao/ui/icon.tsx';
import { applyTheme, readTheme, type Theme } from '@yunbiao/ui/theme-choice.ts';

const THEMES: { value: Theme; label: string; icon: 'half' | 'sun' | 'moon' }[] = [
  { value: 'system', label: '跟随系统', icon: 'half' },
  { value: 'light', label: '浅色', icon: 'sun' },
  { value: 'dark', label: '深色', icon: 'moon' },
];

/** What the menu of the appearance contains. */
export const ThemeItems = ({ close }: { close: () => void }) => {
  const currentTheme = readTheme();
  return THEMES.map(({ value, label, icon }) => (
    <button
      key={value}
      type="button"
      aria-current={value === currentTheme ? 'true' : undefined}
      onClick={() => {
        applyTheme(value);
        close();
      }}
    >
      <Icon name={icon} />
      {label}
    </button>
  ));
};
