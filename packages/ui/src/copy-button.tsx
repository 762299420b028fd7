import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import { toast } from './overlay/toast.ts';

/**
 * Copies without the clipboard API, which browsers disable on plain-HTTP pages of a local network.
 */
const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
};

/** Copies text to the clipboard. Returns false if the browser refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};

const COPIED_MS = 2000;

/**
 * Button that copies `text`. `targetName` is its accessible name: 复制编号. With `children` it is a button
 * with text instead of an icon.
 */
export const CopyButton = ({
  text,
  targetName,
  children,
}: {
  text: string;
  targetName: string;
  children?: ReactNode;
}) => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copyAndNotify = async (): Promise<void> => {
    if (await copyText(text)) {
      setCopied(true);
      toast.success('已复制');
    } else toast.error('浏览器不让复制，请选中后手动复制');
  };
  return (
    <button
      type="button"
      className={children ? 'button compact' : 'bare'}
      aria-label={children ? undefined : `复制${targetName}`}
      title={children ? undefined : `复制${targetName}`}
      onClick={() => void copyAndNotify()}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {children}
    </button>
  );
};
