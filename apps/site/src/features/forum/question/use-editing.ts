import { useEffect, useRef, useState } from 'react';
import { ownerIn, readDraft } from '../../../kit/form/drafts.ts';
import { useSession } from '../../../kit/site/site.tsx';
import { draftName } from '../editor/draft.ts';
import type { Own, Reply } from '../types.ts';
import type { Thread } from './thread.ts';

/** The reply being changed. One that was not saved, because the session ended or the page was left, opens again. */
export const useEditing = ({ post, replies }: Thread, own: Own | null) => {
  const member = useSession(ownerIn);
  const [editing, setEditing] = useState<Reply | null>(null);
  const isOpened = useRef(false);
  useEffect(() => {
    if (!member || !own || isOpened.current) return;
    const unsaved = [...(post.accepted ? [post.accepted] : []), ...replies].find(
      ({ id }) => own.myReplies.includes(id) && readDraft(member, draftName.replyEdit(id)),
    );
    if (!unsaved) return;
    isOpened.current = true;
    setEditing((now) => now ?? unsaved);
  }, [member, own, post, replies]);
  return [editing, setEditing] as const;
};
