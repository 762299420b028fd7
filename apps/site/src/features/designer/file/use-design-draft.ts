import { NETWORK_FAILED } from '@yunbiao/contract/client';
import type { Template } from '@yunbiao/label';
import { dismissToast, toast } from '@yunbiao/ui/toast.ts';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useMemo, useRef } from 'react';
import { hasDraft, ownerIn } from '../../../kit/form/drafts.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { useLeaveQuestion } from '../../../kit/form/use-leave-question.ts';
import { useStoredDraft } from '../../../kit/form/use-stored-draft.ts';
import { sendDesign, takeDesign } from '../../../kit/label/incoming-design.ts';
import { useSession } from '../../../kit/site/site.tsx';
import type { Designer } from '../designer.ts';
import { readyTemplateCheck, templateCheck } from '../model/template-check.ts';
import { readTemplateText } from './open-json.ts';

type Draft = { name: string; template: Template };

/** Goes on with a draft; one made from an older version than the account's is not written over that unseen. */
export const takeUp = (
  designer: Designer,
  { name, template }: Draft,
  madeFrom: number | null,
  what: string,
): void => {
  designer.file.set((file) => ({ ...file, name }));
  if (designer.doc().template === template) return;
  const { source } = designer.file.get();
  designer.act(what, () => ({ template, chosen: [] }));
  const from = madeFrom ?? source.version;
  if (source.own && from < source.version)
    designer.file.set((file) => ({
      ...file,
      source: { ...source, version: from },
      newer: source.version,
    }));
};

/** The version of the account's that a stored label was made from; null when it is not said, or only the name was kept. */
export const getVersion = (value: unknown): number | null => {
  const { from, template } = value as Record<string, unknown>;
  return template !== undefined && typeof from === 'number' ? from : null;
};

/** A stored draft, over what is stored in the account: only what differs was kept. Null when it is none, or of another format. */
export const toDraft = (value: unknown, base: Draft): Draft | null => {
  const { name = base.name, template } = value as Record<string, unknown>;
  if (typeof name !== 'string') return null;
  if (template === undefined) return { ...base, name };
  const checked = templateCheck.get()?.(template).template;
  return checked ? { name, template: checked } : null;
};

/** Whether a draft of this name can be read: the check of templates is fetched for one, and only for one. */
const useReadable = (name: string | null): boolean => {
  const owner = useSession(ownerIn);
  const check = useStore(templateCheck);
  const isAny = useMemo(() => name !== null && hasDraft(owner, name), [owner, name]);
  const isReadable = !isAny || check !== null;
  useEffect(() => {
    if (!isReadable) readyTemplateCheck().catch(() => toast.error(NETWORK_FAILED));
  }, [isReadable]);
  return name !== null && isReadable;
};

/**
 * Keeps what is designed and not saved in this browser, and goes on with it when the page comes back: after a closed
 * window, an expired session, or signing in. `name`: null until it is known which window this is.
 */
export const useDesignDraft = (designer: Designer, name: string | null) => {
  const form = useForm<Draft>(() => designer.file.get().stored);
  const madeFrom = useRef<number | null>(null);
  const { ready, isRestored, isKept, at, drop } = useStoredDraft(form, {
    name: name ?? '',
    hasBase: useReadable(name),
    pick: () => {
      const part = form.unsaved();
      return part && { ...part, from: designer.file.get().source.version };
    },
    restore: ({ value }, base) => {
      madeFrom.current = getVersion(value);
      return toDraft(value, base);
    },
  });
  useLeaveQuestion({
    loses: () => !isKept && form.unsaved() !== null,
    message: () => '浏览器存不下没保存的修改，离开后会丢失。',
    isOnePath: true,
  });
  const isTaken = useRef(false);
  /** The notice that offers to drop what was not saved. */
  const offer = useRef(0);
  const { now, set } = form;
  useEffect(() => {
    if (!ready || !isRestored || isTaken.current) return;
    isTaken.current = true;
    const { values } = now();
    const { source } = designer.file.get();
    const isSame = designer.doc().template === values.template;
    takeUp(designer, values, madeFrom.current, '接着没保存的');
    if (isSame) return;
    offer.current = toast.success('接着上次没保存的', {
      durationMs: 8_000,
      action: {
        label: '不要了',
        run: () => {
          // Whatever was done to it by now.
          const { stored } = designer.file.get();
          designer.act('不要没保存的', () => ({ template: stored.template, chosen: [] }));
          designer.file.set((file) => ({ ...file, name: stored.name, source, newer: null }));
        },
      },
    });
  }, [ready, isRestored, designer, now]);
  useEffect(() => {
    // Another page has sent a label here: it goes before what was left of an earlier one, which undo brings back.
    if (!ready) return;
    const sent = designer.file.get().source.id === null ? takeDesign() : null;
    if (!sent) return;
    readTemplateText(sent.json).then(
      ({ template, problem }) => {
        if (problem !== null) return void toast.error(problem);
        designer.file.set((file) => ({ ...file, name: sent.name }));
        designer.act('打开', () => ({ template, chosen: [] }));
      },
      () => {
        sendDesign(sent.name, sent.json);
        toast.error(NETWORK_FAILED);
      },
    );
  }, [ready, designer]);
  useEffect(() => {
    if (!ready) return;
    const follow = (): void => {
      const { name: called } = designer.file.get();
      const { template } = designer.doc();
      const { values } = now();
      if (values.template !== template || values.name !== called) set({ name: called, template });
    };
    follow();
    const ends = [designer.history.subscribe(follow), designer.file.subscribe(follow)];
    return () => ends.forEach((end) => end());
  }, [ready, designer, now, set]);
  return {
    ready,
    /** When what is not saved was kept, epoch ms. */
    keptAt: at,
    /** It was saved: what was done meanwhile is still kept, here or, when it `moves`, at its new address. */
    saved: (draft: Draft, moves: boolean): void => {
      // What it would drop is in the account now.
      dismissToast(offer.current);
      form.store(draft, draft);
      if (moves) form.finish();
      if (form.unsaved() === null) drop();
    },
  };
};
