import type { ReactElement } from 'react';
import { useHolds } from '../../api/viewer.js';
import { Facts } from '../../design/facts.js';
import { Panel } from '../../design/panel.js';
import { actorWords } from '../../text/actor.js';
import { useFacts } from '../../text/fact.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { otherContent } from './change-effect.js';
import { subjectLink } from './change-subject.js';
import { useChangeEffect } from './use-change-effect.js';
import { ChangeActions, type ChangeActionsProps } from './change-actions.js';

/** Shows a change that awaits a second person, with everything that takes effect on confirmation. */
export function ChangeRequest(acting: ChangeActionsProps): ReactElement {
  const text = useText();
  const mayConfirm = useHolds('changes:confirm');
  const { request } = acting;
  const { kind, reason, proposedBy, proposedAt, expiresAt } = request;
  const facts = useFacts(otherContent(request));
  const effect = useChangeEffect(request);
  return (
    <Panel title={text(`change.kind.${kind}`)} id={request.id}>
      <p>
        <strong>{effect}</strong>
      </p>
      <Facts
        facts={[
          [text('change.subject'), subjectLink(request)],
          ...facts,
          [text('change.reason'), reason],
          [text('change.proposedBy'), actorWords(proposedBy)],
          [text('change.proposedAt'), <ExactTime key="proposed" at={proposedAt} />],
          [text('change.expiresAt'), <ExactTime key="expires" at={expiresAt} />],
        ]}
      />
      {mayConfirm ? <ChangeActions {...acting} /> : null}
    </Panel>
  );
}
