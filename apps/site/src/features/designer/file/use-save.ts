import { useNavigate } from '@tanstack/react-router';
import type { Template } from '@yunbiao/label';
import { confirm } from '@yunbiao/ui/ask.ts';
import { toast } from '@yunbiao/ui/toast.ts';
import { useCallback, useEffect, useRef } from 'react';
import { ownerIn } from '../../../kit/form/drafts.ts';
import { sendForm } from '../../../kit/form/send-form.ts';
import { sayFailure } from '../../../kit/page/say-failure.ts';
import { useAlias, useApi, useSession, useSite } from '../../../kit/site/site.tsx';
import type { Designer } from '../designer.ts';
import { keepFor } from './kept.ts';
import { isChanged } from './source.ts';

/** What other windows are told when a template was saved. */
type Saved = { id: string; version: number };

const CHANNEL = 'design-saved';

const tellOthers = (saved: Saved): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(saved);
  channel.close();
};

/** Says when another window saves what is open here. */
const useOthers = (designer: Designer): void => {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Saved>) =>
      designer.file.set((file) =>
        file.source.id === data.id && file.source.own && data.version > file.source.version
          ? { ...file, newer: data.version }
          : file,
      );
    return () => channel.close();
  }, [designer]);
};

const getTime = (iso: string): string =>
  new Date(iso).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });

type How = { asCopy?: boolean; over?: number };

/** `stored`: what is in the account by now is another version than what was changed here. */
type Outcome =
  | { id: string }
  | { stored: { version: number; savedAt: string } }
  | { refused: true };

/**
 * Saves what is designed: one's own under its id, anything else as a new template, which then has an address of its own.
 * Who is not signed in is asked to, and it is saved after that.
 */
export const useSave = (
  designer: Designer,
  onSaved: (stored: { name: string; template: Template }, moves: boolean) => void,
) => {
  const api = useApi();
  const alias = useAlias();
  const navigate = useNavigate();
  const { session } = useSite();
  const member = useSession(ownerIn);
  const isAsked = useSession(({ showLogin }) => showLogin);
  const waiting = useRef<{ how: How; go: (id: string | null) => void } | null>(null);
  useOthers(designer);
  const latest = useRef(onSaved);
  latest.current = onSaved;

  const post = useCallback(
    async ({ asCopy = false, over }: How): Promise<Outcome> => {
      const { file } = designer;
      const { name, source } = file.get();
      const { template } = designer.doc();
      const isUpdate = source.own && source.id !== null && !asCopy;
      file.set((now) => ({ ...now, isSaving: true }));
      const sent = await sendForm(
        api,
        'saveTemplate',
        {
          ...(isUpdate ? { id: source.id, version: over ?? source.version } : {}),
          name: name.trim(),
          category: source.category,
          content: template,
        },
        { say: (failure) => (failure.code === 409 ? { stored: failure.msg } : { _: failure.msg }) },
      ).finally(() => file.set((now) => ({ ...now, isSaving: false })));
      if (sent.data) {
        const { id, version } = sent.data;
        file.set((now) => ({
          ...now,
          source: { ...now.source, id, own: true, version },
          stored: { name, template },
          savedAt: Date.now(),
          newer: null,
        }));
        latest.current({ name, template }, id !== source.id);
        tellOthers({ id, version });
        if (id !== source.id) {
          keepFor(id, designer);
          await navigate({
            to: '/$soft/tools/design-{$id}.html',
            params: { soft: alias, id },
            replace: true,
          });
        }
        return { id };
      }
      const stored = sent.failure?.data?.stored;
      if (stored) return { stored };
      const message = Object.values(sent.errors)[0];
      if (sent.failure && sent.failure.code !== 400) sayFailure(sent.failure);
      else if (message) toast.error(message);
      return { refused: true };
    },
    [api, alias, designer, navigate],
  );

  const sendNow = useCallback(
    async (how: How): Promise<string | null> => {
      let outcome = await post(how);
      while ('stored' in outcome) {
        const { version, savedAt } = outcome.stored;
        const isOver = await confirm({
          message: `这个模板在别处改过了，${getTime(savedAt)} 保存了第 ${version} 版。`,
          detail: '用这里的保存，那一版留在“版本”里，随时能恢复。',
          confirmText: '用这里的保存',
          cancelText: '先不保存',
        });
        if (!isOver) return null;
        outcome = await post({ over: version });
      }
      return 'id' in outcome ? outcome.id : null;
    },
    [post],
  );

  const under = useRef<Promise<string | null>>(undefined);
  /** One at a time: what is asked for while something is saved comes after it, and is no work when that was all. */
  const send = useCallback(
    (how: How): Promise<string | null> => {
      const former = under.current;
      const run = async (): Promise<string | null> => {
        const id = await former?.catch(() => null);
        if (id && !how.asCopy && !isChanged(designer.file.get(), designer.doc().template))
          return id;
        return sendNow(how);
      };
      const mine = run().finally(() => {
        if (under.current === mine) under.current = undefined;
      });
      under.current = mine;
      return mine;
    },
    [designer, sendNow],
  );

  // Signed in after all: what was asked for goes on. Who closes the dialog wants it no more, whenever he signs in.
  useEffect(() => {
    if (!waiting.current || (isAsked && !member)) return;
    const { how, go } = waiting.current;
    waiting.current = null;
    if (member) void send(how).then(go);
    else go(null);
  }, [member, isAsked, send]);

  const save = useCallback(
    async (how: How = {}): Promise<string | null> => {
      if (await session.ensure()) return send(how);
      return new Promise((resolve) => {
        waiting.current?.go(null);
        waiting.current = { how, go: resolve };
        session.openLogin();
      });
    },
    [session, send],
  );

  /** The id of a stored template that is what is shown here; null when there is none, and why was said. */
  const ensureSaved = useCallback(async (): Promise<string | null> => {
    const file = designer.file.get();
    if (file.source.id !== null && !isChanged(file, designer.doc().template)) return file.source.id;
    return save();
  }, [designer, save]);

  return { save, ensureSaved };
};
