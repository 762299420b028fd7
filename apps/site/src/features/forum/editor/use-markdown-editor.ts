import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Mode } from './modes.tsx';
import { checkPostLength } from './text-length.ts';
import { TOOLS } from './toolbar.tsx';
import { useMarkdownPreview } from './use-preview.ts';
import { useTextArea } from './use-text-area.ts';
import { useUploads } from './use-uploads.ts';

export type MarkdownEditorProps = {
  label: string;
  /** Name of the text in error messages. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  rows: number;
  firstMode: Mode;
  autoFocus?: boolean;
  placeholder?: string;
  /** The form is being sent: the text cannot be changed. */
  readOnly: boolean;
  /** Called on Ctrl+Enter or ⌘+Enter. */
  onSubmit: () => void;
  /** Runs an action that requires sign-in, such as adding pictures. */
  runAsMember: (act: () => void) => void;
  /** Reports the number of pending uploads. */
  onSending: (count: number) => void;
};

/** Returns true when text and preview fit side by side. */
const useIsWide = (): boolean => {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const query = matchMedia('(min-width: 761px)');
    const updateWide = (): void => setWide(query.matches);
    updateWide();
    query.addEventListener('change', updateWide);
    return () => query.removeEventListener('change', updateWide);
  }, []);
  return isWide;
};

/** Mode, preview, uploads and shortcuts of the editor. */
export const useMarkdownEditor = (props: MarkdownEditorProps) => {
  const { value, onChange, readOnly, onSubmit, runAsMember, onSending } = props;
  const [mode, setMode] = useState(props.firstMode);
  const isWide = useIsWide();
  const isPreviewed = mode === 'preview' || (mode === 'both' && isWide);
  // Text over the limit is not truncated: the author shortens it.
  const tooLong = checkPostLength(props.name, value);
  const preview = useMarkdownPreview(value, isPreviewed && tooLong === '');
  const { area, edit, insert, replace } = useTextArea(value, onChange);
  const { sending, add, ...uploads } = useUploads({ insert, replace });
  useEffect(() => onSending(sending), [sending, onSending]);

  const addImages = (files: File[]): void => {
    if (files.length === 0 || readOnly) return;
    if (mode === 'preview') setMode('write');
    runAsMember(() => requestAnimationFrame(() => add(files)));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase());
    if (event.key === 'Enter') {
      event.preventDefault();
      onSubmit();
    } else if (tool) {
      event.preventDefault();
      edit(tool.edit);
    }
  };
  return { area, mode, setMode, tooLong, preview, uploads, edit, addImages, onKey };
};
