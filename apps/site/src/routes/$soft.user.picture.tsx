import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { useMemo } from 'react';
import { PicturePage } from '../features/picture/picture-page.tsx';
import { type PictureSearch, readPictureQuery } from '../features/picture/picture-search.ts';
import { buildPageHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { loadPictures } from '../kit/picture/load-pictures.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/user/picture')({
  validateSearch: (search): PictureSearch => pickSearchTexts(search, 'folder', 'q'),
  loaderDeps: ({ search }) => pickSearchTexts(search, 'folder', 'q'),
  loader: (c) =>
    loadPageData(c, () =>
      loadPictures(c.context.createApi(c.params.soft), readPictureQuery(c.deps)),
    ),
  head: () => buildPageHead({ title: '图片库 · 云标', noindex: true }),
  pendingComponent: () => (
    <TableSkeleton
      title="图片库"
      subtitle="模板和数据里用的图片：PNG、JPEG、WebP 或 GIF，每张最多 10 MB。"
      label="正在读取图片库"
      rows={4}
    />
  ),
  component: Page,
});

function Page() {
  const { folder, q } = Route.useSearch();
  const query = useMemo(
    () => readPictureQuery({ ...(folder && { folder }), ...(q && { q }) }),
    [folder, q],
  );
  return (
    <PicturePage key={`${query.folder}/${query.q}`} loaded={Route.useLoaderData()} query={query} />
  );
}
