import { Status } from '@yunbiao/ui/status.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useSoftwareAlias, useApi } from '../../../kit/site/site.tsx';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';

/**
 * Shown when another window or browser has saved a newer version: nothing is overwritten without
 * asking.
 */
export const NewerVersionBar = () => {
  const designer = useDesigner();
  const api = useApi();
  const alias = useSoftwareAlias();
  const { newer, source } = useStore(designer.file);
  if (newer === null || source.id === null) return null;
  const { id } = source;
  const loadNewerVersion = async (): Promise<void> => {
    const reply = await api.call('templateGet', { alias, id });
    if (reply.state === 'fail') return showFailure(reply);
    const { content, name, version } = reply.data;
    designer.file.set((file) => ({
      ...file,
      name,
      newer: null,
      source: { ...file.source, version },
      stored: { name, template: content },
    }));
    designer.execute('换成别处保存的', () => ({ template: content, chosen: [] }));
  };
  return (
    <p className={css.newer} role="status">
      <Status kind="uncertain">
        别处保存了第 {newer} 版，这里的还是第 {source.version} 版
      </Status>
      <button type="button" className="bare" onClick={() => void loadNewerVersion()}>
        换成那一版
      </button>
      <button
        type="button"
        className="bare"
        onClick={() => designer.file.set((file) => ({ ...file, newer: null }))}
      >
        继续修改这里的
      </button>
    </p>
  );
};
