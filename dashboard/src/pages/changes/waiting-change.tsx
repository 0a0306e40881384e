import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useIsViewer } from '../../api/viewer.js';
import { actorWords } from '../../text/actor.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import type { ShownChangeRequest } from './changes-documents.js';
import { useChangeEffect } from './use-change-effect.js';
import css from './waiting-change.module.css';

/** Announces on a subject's page that a change is proposed, with a link to confirm it. */
export function WaitingChange({ request }: { readonly request: ShownChangeRequest }): ReactElement {
  const text = useText();
  const isOwn = useIsViewer(request.proposedBy);
  const name = actorWords(request.proposedBy);
  const effect = useChangeEffect(request);
  return (
    <div className={css.waiting}>
      <p>
        <strong>{effect}</strong> {isOwn ? text('change.waitsOwn') : text('change.waits', { name })} (
        <Time at={request.proposedAt} />)
      </p>
      <Link to="/approvals/changes" hash={request.id}>
        {text('change.toRequest')}
      </Link>
    </div>
  );
}
