import type { FailEnvelope } from '@yunbiao/contract/core/envelope';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { FilterSelect } from '@yunbiao/ui/table/filter-select.tsx';
import { SearchBox } from '@yunbiao/ui/table/search-box.tsx';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../site/site.tsx';
import type { PictureQuestion } from './choose-picture.ts';
import { FileDropArea } from './drop-area.tsx';
import {
  type LibraryPicture,
  loadPicturePages,
  type PictureData,
  type PictureQuery,
} from './load-pictures.ts';
import { pickFiles } from './pick-files.ts';
import { PictureFrame } from './picture-frame.tsx';
import css from './picture.module.css';
import { UploadList } from './upload-list.tsx';
import { PICTURE_ACCEPT } from './upload-picture.ts';
import { usePictureUploads } from './use-picture-uploads.ts';

type Read = { query: PictureQuery; pages: number; data: PictureData | null };

/** The shown part of the library. An answer for an earlier choice is ignored. */
const useLibraryPart = () => {
  const api = useApi();
  const [request, setRequest] = useState({ query: { folder: '', q: '' }, pages: 1, time: 0 });
  const [read, setRead] = useState<Read | null>(null);
  const [failure, setFailure] = useState<FailEnvelope | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadPicturePages(api, request.query, request.pages).then((reply) => {
      if (!isCurrent) return;
      setFailure(reply.state === 'fail' ? reply : null);
      if (reply.state === 'ok') setRead({ ...request, data: reply.data });
    });
    return () => {
      isCurrent = false;
    };
  }, [api, request]);
  const reload = useCallback((): void => setRequest((now) => ({ ...now, time: now.time + 1 })), []);
  return {
    query: request.query,
    data: read?.data ?? null,
    failure,
    reload,
    ask: (query: PictureQuery): void => setRequest({ query, pages: 1, time: 0 }),
    showMore: (): void => setRequest((now) => ({ ...now, pages: now.pages + 1 })),
  };
};

const PictureButtons = ({
  data,
  onChoose,
}: {
  data: PictureData;
  onChoose: (picture: LibraryPicture) => void;
}) => (
  <ul className={css.tiles} aria-label="图片">
    {data.list.map((picture) => (
      <li key={picture.id}>
        <button type="button" className={css.pick} onClick={() => onChoose(picture)}>
          <PictureFrame thumb={picture.thumb} />
          <span className={css.name} title={picture.name}>
            {picture.name}
          </span>
          {picture.folder !== '' && <span className={css.note}>{picture.folder}</span>}
        </button>
      </li>
    ))}
  </ul>
);

const ChooserBar = ({
  query,
  data,
  onAsk,
  onUpload,
}: {
  query: PictureQuery;
  data: PictureData | null;
  onAsk: (query: PictureQuery) => void;
  onUpload: () => void;
}) => (
  <div className={css.bar}>
    <SearchBox
      label="搜索图片"
      placeholder="图片名称"
      value={query.q}
      maxLength={QUERY_LENGTH}
      className=""
      onChange={(q) => onAsk({ folder: '', q })}
    />
    {data && data.folders.length > 0 && (
      <FilterSelect
        label="文件夹"
        allLabel="不在文件夹里"
        value={query.folder === '' ? undefined : query.folder}
        options={data.folders.map(({ name, count }) => ({
          value: name,
          label: `${name}（${count}）`,
        }))}
        onChange={(folder) => onAsk({ folder: folder ?? '', q: '' })}
      />
    )}
    <button type="button" className="button compact" onClick={onUpload}>
      上传图片
    </button>
  </div>
);

const ChooserPictures = ({
  part,
  onChoose,
}: {
  part: ReturnType<typeof useLibraryPart>;
  onChoose: (picture: LibraryPicture) => void;
}) => {
  const { data, failure, reload, query, showMore } = part;
  if (!data)
    return failure ? (
      <LoadError
        title="没有取到图片库"
        reason={failure.msg}
        requestId={failure.data?.requestId}
        onRetry={reload}
      />
    ) : (
      <p className="quiet" aria-busy="true">
        正在读取图片库
      </p>
    );
  if (data.list.length === 0)
    return (
      <p className="quiet">
        {query.q === ''
          ? '这里还没有图片，上传一张，或者把文件拖进来。'
          : `没有名称里有“${query.q}”的图片。`}
      </p>
    );
  return (
    <>
      <PictureButtons data={data} onChoose={onChoose} />
      {data.list.length < data.total && (
        <div className={css.more}>
          <button type="button" className="button compact" onClick={showMore}>
            显示更多（还有 {data.total - data.list.length} 张）
          </button>
        </div>
      )}
    </>
  );
};

/** The member's library as a dialog, to choose one picture. A single upload is chosen at once. */
export const PictureChooser = ({ hasFile, answer }: PictureQuestion) => {
  const part = useLibraryPart();
  const { uploads, add, dismiss } = usePictureUploads(part.reload);
  const choosePictureAndClose = (picture: LibraryPicture): void => answer({ picture });
  const uploadAndChoosePicture = async (files: File[]): Promise<void> => {
    const uploadedPictures = await add(files, part.query.folder);
    const [only] = uploadedPictures;
    if (files.length === 1 && only) choosePictureAndClose(only);
  };
  const chooseFiles = async (): Promise<void> => {
    const files = await pickFiles(PICTURE_ACCEPT);
    if (files.length > 0) await uploadAndChoosePicture(files);
  };
  return (
    <Dialog title="选择图片" shape="wide" maxWidth={720} onClose={() => answer(null)}>
      <FileDropArea onFiles={(files) => void uploadAndChoosePicture(files)}>
        <ChooserBar
          query={part.query}
          data={part.data}
          onAsk={part.ask}
          onUpload={() => void chooseFiles()}
        />
        <UploadList uploads={uploads} onDismiss={dismiss} />
        <div className={css.scroll}>
          <ChooserPictures part={part} onChoose={choosePictureAndClose} />
        </div>
      </FileDropArea>
      <div className="row">
        <button type="button" className="button" onClick={() => answer(null)}>
          取消
        </button>
        {hasFile && (
          <button type="button" className="button" onClick={() => answer({ file: 'own' })}>
            从电脑选择，只用在这个模板
          </button>
        )}
      </div>
    </Dialog>
  );
};
