import { type ReactNode, useState } from 'react';
import css from './picture.module.css';

/** An area onto which files can be dropped. */
export const FileDropArea = ({
  onFiles,
  children,
}: {
  onFiles: (files: File[]) => void;
  children: ReactNode;
}) => {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={isOver ? `${css.drop} ${css.over}` : css.drop}
      onDragOver={(event) => {
        if (![...event.dataTransfer.items].some(({ kind }) => kind === 'file')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
};
