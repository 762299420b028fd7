import { ChoiceLink } from '../../kit/page/choice-link.tsx';
import type { PictureData, PictureQuery } from '../../kit/picture/load-pictures.ts';

/** Folders of the library. The shown one stays listed while it is still empty. */
export const FolderNav = ({ data, query }: { data: PictureData; query: PictureQuery }) => {
  const inFolders = data.folders.reduce((sum, { count }) => sum + count, 0);
  const folders = [{ name: '', count: data.count - inFolders }, ...data.folders];
  if (query.folder !== '' && !folders.some(({ name }) => name === query.folder))
    folders.push({ name: query.folder, count: 0 });
  if (folders.length === 1) return null;
  return (
    <nav className="tabs" aria-label="文件夹">
      {folders.map(({ name, count }) => (
        <ChoiceLink
          key={name}
          to="."
          search={name === '' ? {} : { folder: name }}
          resetScroll={false}
          current={query.q === '' && name === query.folder}
        >
          {name || '不在文件夹里'}
          <small>{count}</small>
        </ChoiceLink>
      ))}
    </nav>
  );
};
