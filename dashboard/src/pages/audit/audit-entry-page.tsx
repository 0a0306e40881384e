import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Panel } from '../../design/panel.js';
import { actorWords } from '../../text/actor.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import css from './audit.module.css';
import { AUDIT_ENTRY, type ShownEntry } from './audit-documents.js';
import { Seal } from './seal.js';

// Matches subjects that the API can filter by. The subject of a rule is a sentence, which the API does not accept.
const FILTERED = /^[\w.:-]{1,100}$/;

export function AuditEntryPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/audit/$id' });
  const text = useText();
  const [{ data, error, fetching }, execute] = useQuery({ query: AUDIT_ENTRY, variables: { id } });
  if (data?.auditEntry) return <EntryView entry={data.auditEntry} />;
  if (fetching) return <Loading />;
  return (
    <>
      <PageTitle className={css.title}>{text('audit.entry')}</PageTitle>
      {error ? (
        <FailureNotice
          failure={failureOf(error)}
          onRetry={() => {
            execute();
          }}
        />
      ) : (
        <Notice>{text('audit.unknownId', { id })}</Notice>
      )}
    </>
  );
}

function EntryView({ entry }: { readonly entry: ShownEntry }): ReactElement {
  const text = useText();
  const { action, actor, subjectType, subjectId, before, after } = entry;
  return (
    <>
      <PageTitle className={css.title}>{action}</PageTitle>
      <div className={css.parts}>
        <Panel title={text('audit.details')}>
          <Facts
            facts={[
              [text('audit.when'), <ExactTime key="when" at={entry.occurredAt} />],
              [text('audit.actor'), actorWords(actor)],
              [text('audit.actorId'), actor.id],
              [text('audit.subject'), subjectType],
              [text('audit.subjectId'), subjectId],
              [text('reason.label'), entry.reason],
              [text('audit.operation'), entry.operation],
              [text('audit.address'), entry.clientAddress],
              [text('audit.requestId'), entry.requestId],
            ]}
          />
          <p className={css.links}>
            {actor.kind === 'PURSER' ? null : (
              <Link to="/audit" search={{ actor: actor.id }}>
                {text('audit.sameActor')}
              </Link>
            )}
            {subjectId !== null && FILTERED.test(subjectId) ? (
              <Link to="/audit" search={{ subject: subjectId }}>
                {text('audit.sameSubject')}
              </Link>
            ) : null}
          </p>
        </Panel>
        {before.length > 0 ? (
          <Panel title={text('audit.before')}>
            <Facts facts={before.map(({ name, value }) => [name, value ?? text('change.noValue')])} />
          </Panel>
        ) : null}
        {after.length > 0 ? (
          <Panel title={text('audit.after')}>
            <Facts facts={after.map(({ name, value }) => [name, value ?? text('change.noValue')])} />
          </Panel>
        ) : null}
        <Seal entry={entry} />
      </div>
    </>
  );
}
