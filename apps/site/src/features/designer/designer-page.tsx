import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useEffect, useState } from 'react';
import { PictureChooserHost } from '../../kit/picture/picture-chooser-host.tsx';
import { createDesigner, DesignerProvider } from './designer.ts';
import { findRetainedDesigner, releaseDesigner } from './file/retained-designer.ts';
import type { Opened } from './file/source.ts';
import { DesignerWorkspace } from './work.tsx';

/** The label designer. */
export const DesignerPage = ({
  alias,
  id,
  opened,
}: {
  alias: string;
  id: string;
  opened: Opened;
}) => {
  const [designer] = useState(() => findRetainedDesigner(id) ?? createDesigner(opened));
  useEffect(releaseDesigner, []);
  useEffect(() => {
    if (opened.isGone)
      toast.warn('这个分享链接打不开了：分享的人停止了分享', { durationMs: 8_000 });
  }, [opened]);
  return (
    <DesignerProvider value={designer}>
      <DesignerWorkspace alias={alias} id={id} />
      <PictureChooserHost />
    </DesignerProvider>
  );
};
