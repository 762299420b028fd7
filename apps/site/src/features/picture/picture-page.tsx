import { useNavigate } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { formatBytes } from '@yunbiao/contract/site/file-size';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { Meter } from '@yunbiao/ui/label/meter.tsx';
import { SearchBox } from '@yunbiao/ui/table/search-box.tsx';
import { useState } from 'react';
import { FileDropArea } from '../../kit/picture/drop-area.tsx';
import type { LibraryPicture, PictureData, PictureQuery } from '../../kit/picture/load-pictures.ts';
import { pickFiles } from '../../kit/picture/pick-files.ts';
import tiles from '../../kit/picture/picture.module.css';
import { UploadList } from '../../kit/picture/upload-list.tsx';
import { PICTURE_ACCEPT } from '../../kit/picture/upload-picture.ts';
import { usePictureUploads } from '../../kit/picture/use-picture-uploads.ts';
import { useApi } from '../../kit/site/site.tsx';
import { FolderNav } from './folder-nav.tsx';
import { LibraryTiles } from './library-tiles.tsx';
import css from './library.module.css';
import {
  askAndDeletePictures,
  askAndMovePictures,
  promptFolder,
  askAndRenamePicture,
} from './picture-actions.ts';
import { useLibrary } from './use-library.ts';

const LibraryRoom = ({ data: { count, usedBytes, maxBytes } }: { data: PictureData }) => (
  <div className={css.room}>
    <span>
      {count} 张，用了 {formatBytes(usedBytes)}，一共 {formatBytes(maxBytes)}
    </span>
    <Meter label="图片库用了多少" percent={Math.min(100, (usedBytes / maxBytes) * 100)} />
  </div>
);

const ChosenBar = ({
  pictures,
  onMove,
  onDelete,
  onClear,
}: {
  pictures: readonly LibraryPicture[];
  onMove: () => void;
  onDelete: () => void;
  onClear: () => void;
}) => (
  <div className={css.chosenBar} role="group" aria-label="选中的图片">
    <span>选中 {pictures.length} 张</span>
    <button type="button" className="button compact" onClick={onMove}>
      移动
    </button>
    <button type="button" className="button compact destructive" onClick={onDelete}>
      删除
    </button>
    <button type="button" className="bare link small" onClick={onClear}>
      取消选择
    </button>
  </div>
);

const EmptyLibrary = ({ query, onUpload }: { query: PictureQuery; onUpload: () => void }) =>
  query.q === '' ? (
    <div className="empty">
      <h2>{query.folder === '' ? '还没有图片' : '这个文件夹还是空的'}</h2>
      <p className="medium quiet">
        商品图、商标、洗涤标志放在这里，哪个模板都能用；也能按数据里写的名称，一行打印一张不同的。把文件拖进来也可以。
      </p>
      <div className="row">
        <button type="button" className="button primary" onClick={onUpload}>
          上传图片
        </button>
      </div>
    </div>
  ) : (
    <div className="empty">
      <h2>没有名称里有“{query.q}”的图片</h2>
    </div>
  );

type ShownProps = {
  data: PictureData;
  query: PictureQuery;
  isLoadingMore: boolean;
  reload: () => Promise<void>;
  showMore: () => Promise<void>;
  onUpload: () => void;
};

/** The pictures, and actions for the chosen ones. */
const ShownPictures = ({ data, query, isLoadingMore, reload, showMore, onUpload }: ShownProps) => {
  const api = useApi();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = data.list.filter(({ id }) => ids.has(id));
  const clearChosenPictures = (): void => setIds(new Set());
  const togglePicture = (id: string): void =>
    setIds((now) =>
      now.has(id) ? new Set([...now].filter((it) => it !== id)) : new Set([...now, id]),
    );
  const reloadIfChanged = async (isChanged: Promise<boolean>, isGone: boolean): Promise<void> => {
    if (!(await isChanged)) return;
    if (isGone) clearChosenPictures();
    await reload();
  };
  if (data.list.length === 0) return <EmptyLibrary query={query} onUpload={onUpload} />;
  return (
    <>
      {chosen.length > 0 && (
        <ChosenBar
          pictures={chosen}
          onMove={() => void reloadIfChanged(askAndMovePictures(api, chosen), true)}
          onDelete={() => void reloadIfChanged(askAndDeletePictures(api, chosen), true)}
          onClear={clearChosenPictures}
        />
      )}
      <LibraryTiles
        pictures={data.list}
        chosen={ids}
        hasFolders={query.q !== ''}
        onToggle={togglePicture}
        onRename={(picture) => void reloadIfChanged(askAndRenamePicture(api, picture), false)}
      />
      {data.list.length < data.total && (
        <div className={tiles.more}>
          <button
            type="button"
            className="button"
            aria-disabled={isLoadingMore}
            onClick={() => isLoadingMore || void showMore()}
          >
            显示更多（还有 {data.total - data.list.length} 张）
          </button>
        </div>
      )}
    </>
  );
};

const useFolderNavigation = () => {
  const navigate = useNavigate();
  return (search: { folder?: string; q?: string }): void =>
    void navigate({ to: '.', search, replace: true, resetScroll: false });
};

/** 图片库: the member's pictures for labels. */
export const PicturePage = ({
  loaded,
  query,
}: {
  loaded: Envelope<PictureData>;
  query: PictureQuery;
}) => {
  const { data, failure, reload, showMore, isLoadingMore } = useLibrary(loaded, query);
  const { uploads, add, dismiss } = usePictureUploads(reload);
  const openFolder = useFolderNavigation();
  const chooseFiles = async (): Promise<void> => {
    const files = await pickFiles(PICTURE_ACCEPT);
    if (files.length > 0) await add(files, query.folder);
  };
  const createFolder = async (): Promise<void> => {
    const folder = (await promptFolder('新建文件夹', ''))?.trim();
    if (folder) openFolder({ folder });
  };
  return (
    <FileDropArea onFiles={(files) => void add(files, query.folder)}>
      <div className="page-head">
        <div>
          <h1>图片库</h1>
          <p>模板和数据里用的图片：PNG、JPEG、WebP 或 GIF，每张最多 10 MB。</p>
        </div>
        <div className="push-end row">
          <button type="button" className="button" onClick={() => void createFolder()}>
            新建文件夹
          </button>
          <button type="button" className="button primary" onClick={() => void chooseFiles()}>
            上传图片
          </button>
        </div>
      </div>
      <UploadList uploads={uploads} onDismiss={dismiss} />
      {!data && failure && (
        <LoadError
          title="没有取到图片库"
          reason={failure.msg}
          requestId={failure.data?.requestId}
          onRetry={() => void reload()}
        />
      )}
      {data && (
        <>
          <LibraryRoom data={data} />
          <FolderNav data={data} query={query} />
          {data.count > 0 && (
            <div className={`filters ${css.tools}`}>
              <SearchBox
                label="搜索图片"
                placeholder="图片名称"
                value={query.q}
                maxLength={QUERY_LENGTH}
                onChange={(q) => openFolder(q === '' ? {} : { q })}
              />
            </div>
          )}
          <ShownPictures
            data={data}
            query={query}
            isLoadingMore={isLoadingMore}
            reload={reload}
            showMore={showMore}
            onUpload={() => void chooseFiles()}
          />
        </>
      )}
    </FileDropArea>
  );
};
