import { formatBytes } from '@yunbiao/contract/site/file-size';
import type { LibraryPicture } from '../../kit/picture/load-pictures.ts';
import { PictureFrame } from '../../kit/picture/picture-frame.tsx';
import tiles from '../../kit/picture/picture.module.css';
import css from './library.module.css';

type Props = {
  pictures: readonly LibraryPicture[];
  chosen: ReadonlySet<string>;
  /** Says the folder of each, for results of a search. */
  hasFolders: boolean;
  onToggle: (id: string) => void;
  onRename: (picture: LibraryPicture) => void;
};

/** Pictures with a check box each, as actions apply to several. */
export const LibraryTiles = ({ pictures, chosen, hasFolders, onToggle, onRename }: Props) => (
  <ul className={tiles.tiles} aria-label="图片">
    {pictures.map((picture) => (
      <li key={picture.id}>
        <label className={css.tile}>
          <PictureFrame thumb={picture.thumb} isChosen={chosen.has(picture.id)} />
          <input
            type="checkbox"
            className={css.check}
            checked={chosen.has(picture.id)}
            aria-label={`选中 ${picture.name}`}
            onChange={() => onToggle(picture.id)}
          />
          <span className={tiles.name} title={picture.name}>
            {picture.name}
          </span>
        </label>
        <span className={tiles.note}>
          {hasFolders && picture.folder !== '' && `${picture.folder} · `}
          {picture.width} × {picture.height} · {formatBytes(picture.bytes)}
        </span>
        <button type="button" className="bare link small" onClick={() => onRename(picture)}>
          重命名<span className="visually-hidden">：{picture.name}</span>
        </button>
      </li>
    ))}
  </ul>
);
