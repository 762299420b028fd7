import { type ReactNode, useState } from 'react';
import { listImages } from './paste.ts';
import css from './editor.module.css';

/** Frame of the editor, onto which pictures can be dropped. */
export const ImageDropFrame = ({
  isWrong,
  onImages,
  children,
}: {
  isWrong: boolean;
  onImages: (images: File[]) => void;
  children: ReactNode;
}) => {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={`plate ${css.editor} ${isWrong ? css.bad : ''} ${isOver ? css.over : ''}`}
      onDragOver={(event) => {
        if (![...event.dataTransfer.items].some(({ kind }) => kind === 'file')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onImages(listImages(event.dataTransfer));
      }}
    >
      {children}
    </div>
  );
};
