import { KIT_NAME_LENGTH } from '@yunbiao/contract/limits/kit';
import { CONTENT_LENGTH } from '@yunbiao/contract/limits/template';
import { createPhraseKit, extractOwnKit } from '@yunbiao/designer/kits/own-kit';
import { TextField } from '@yunbiao/ui/field.tsx';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useState } from 'react';
import { useSession, useSite } from '../../../../kit/site/site.tsx';
import { useDesigner } from '../../designer.ts';
import css from '../kits.module.css';
import { type OwnKit, useOwnKits } from './use-own-kits.ts';

type OwnKits = ReturnType<typeof useOwnKits>;

const KitRow = ({ kit, actions }: { kit: OwnKit; actions: OwnKits }) => (
  <li className={css.own}>
    <span>
      <b>{kit.name}</b>
      <small className="quiet">{kit.count} 个元素</small>
    </span>
    <button
      type="button"
      className="button compact"
      aria-label={`添加 ${kit.name}`}
      onClick={() => void actions.insert(kit)}
    >
      添加
    </button>
    <button
      type="button"
      className="button compact"
      aria-label={`重命名 ${kit.name}`}
      onClick={() => void actions.rename(kit)}
    >
      重命名
    </button>
    <button
      type="button"
      className="button compact"
      aria-label={`删除 ${kit.name}`}
      onClick={() => void actions.remove(kit)}
    >
      删除
    </button>
  </li>
);

/** Saves the selection under a name. */
const SelectionForm = ({ actions }: { actions: OwnKits }) => {
  const designer = useDesigner();
  const [name, setName] = useState('');
  const [content] = useState(() => extractOwnKit(designer.getDoc()));
  if (!content)
    return <p className="small quiet">先在画布上选中元素，再打开这里，就能保存成套件。</p>;
  const save = async (): Promise<void> => {
    if (await actions.save(name.trim(), content)) setName('');
  };
  return (
    <div className={css.line}>
      <TextField
        label={`把选中的 ${content.elements.length} 个元素保存成套件`}
        name="kit-name"
        placeholder="套件名称"
        maxLength={KIT_NAME_LENGTH}
        value={name}
        onChange={setName}
      />
      <button
        type="button"
        className="button"
        disabled={name.trim() === ''}
        onClick={() => void save()}
      >
        保存套件
      </button>
    </div>
  );
};

/** A phrase is a kit of one text with its beginning as the name. */
const PhraseForm = ({ actions }: { actions: OwnKits }) => {
  const [phrase, setPhrase] = useState('');
  const save = async (): Promise<void> => {
    const content = createPhraseKit(phrase.trim());
    if (typeof content === 'string') return void toast.error(content);
    const name = Array.from(phrase.trim()).slice(0, KIT_NAME_LENGTH).join('');
    if (await actions.save(name, content)) setPhrase('');
  };
  return (
    <div className={css.line}>
      <TextField
        label="常用语"
        name="kit-phrase"
        placeholder="例如 请置于阴凉干燥处"
        maxLength={CONTENT_LENGTH}
        value={phrase}
        onChange={setPhrase}
      />
      <button
        type="button"
        className="button"
        disabled={phrase.trim() === ''}
        onClick={() => void save()}
      >
        保存常用语
      </button>
    </div>
  );
};

const MemberKits = () => {
  const actions = useOwnKits();
  const { kits, failure, reload } = actions;
  if (failure)
    return <LoadError title="套件没有读到" reason={failure.msg} onRetry={() => void reload()} />;
  if (!kits) return <p className="quiet">正在打开…</p>;
  return (
    <div className={css.form}>
      {kits.length === 0 ? (
        <p className="quiet">还没有套件。</p>
      ) : (
        <ul className={css.ownList} aria-label="我的套件">
          {kits.map((kit) => (
            <KitRow key={kit.id} kit={kit} actions={actions} />
          ))}
        </ul>
      )}
      <SelectionForm actions={actions} />
      <PhraseForm actions={actions} />
    </div>
  );
};

/** Kits and phrases of the member's own. */
export const OwnKitsDialog = ({ onClose }: { onClose: () => void }) => {
  const { session } = useSite();
  const isMember = useSession(({ userInfo }) => userInfo !== null);
  return (
    <Dialog title="我的套件和常用语" shape="wide" maxWidth={640} onClose={onClose}>
      {isMember ? (
        <MemberKits />
      ) : (
        <div className={css.form}>
          <p>登录以后，套件和常用语保存在账号里，换一台电脑也在。</p>
          <div className="acts">
            <button
              type="button"
              className="button primary"
              onClick={() => {
                onClose();
                session.openLogin();
              }}
            >
              登录
            </button>
          </div>
        </div>
      )}
    </Dialog>
  );
};
