import { useEffect, useRef, useState } from 'react';
import { getDraftOwner, readDraft } from '../../../kit/form/drafts.ts';
import { useSession } from '../../../kit/site/site.tsx';
import { draftNames } from '../editor/draft.ts';
import type { MemberState, Reply } from '../types.ts';
import type { Thread } from './thread.ts';

/**
 * The reply being edited. An edit that was not saved, because the session expired or the page was
 * left, opens again.
 */
export const useReplyEditing = ({ post, replies }: Thread, memberState: MemberState | null) => {
  const member = useSession(getDraftOwner);
  const [editing, setEditing] = useState<Reply | null>(null);
  const isOpened = useRef(false);
  useEffect(() => {
    if (!member || !memberState || isOpened.current) return;
    const unsaved = [...(post.accepted ? [post.accepted] : []), ...replies].find(
      ({ id }) => memberState.myReplies.includes(id) && readDraft(member, draftNames.replyEdit(id)),
    );
    if (!unsaved) return;
    isOpened.current = true;
    setEditing((now) => now ?? unsaved);
  }, [member, memberState, post, replies]);
  return [editing, setEditing] as const;
};
