import { useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Panel } from '../../design/panel.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { useWaitingChanges } from '../changes/use-waiting-changes.js';
import { WaitingChange } from '../changes/waiting-change.js';
import { BlockPerson, UnblockPerson } from './block-person.js';
import { EndSessions } from './end-sessions.js';
import css from './keys.module.css';
import { PersonState } from './people.js';
import { PERSON, type ShownPerson } from './people-documents.js';

/** Shows one person of the identity provider, with the actions to block them or end their sessions. */
export function PersonPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/people/$id' });
  const text = useText();
  const [{ data, error, fetching }, execute] = useQuery({ query: PERSON, variables: { id } });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['CHANGE_REQUEST'], readAgain);
  if (data?.person) return <PersonView person={data.person} onDone={readAgain} />;
  if (fetching) return <Loading />;
  return (
    <>
      <PageTitle className={css.head}>{text('person.person')}</PageTitle>
      {error ? (
        <FailureNotice failure={failureOf(error)} onRetry={readAgain} />
      ) : (
        <Notice>{text('person.unknownId', { id })}</Notice>
      )}
    </>
  );
}

interface PersonViewProps {
  readonly person: ShownPerson;
  readonly onDone: () => void;
}

function PersonView({ person, onDone }: PersonViewProps): ReactElement {
  const text = useText();
  const mayManage = useHolds('keys:manage');
  const [done, setDone] = useState<string | null>(null);
  const { waiting, readAgain } = useWaitingChanges(['PERSON'], person.id);
  const { id, name, issuer, createdAt, blockedAt, blockedBy, blockReason } = person;
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('person.title', { name })}</PageTitle>
        <PersonState person={person} />
        {mayManage ? (
          <div className={css.actions}>
            {blockedAt === null ? (
              <>
                <EndSessions
                  actorId={id}
                  name={name}
                  onEnded={(count) => {
                    setDone(text('sessions.ended', { count }));
                  }}
                />
                <BlockPerson person={person} onDone={onDone} />
              </>
            ) : waiting.length > 0 ? null : (
              <UnblockPerson
                person={person}
                onProposed={() => {
                  setDone(text('person.unblockProposed'));
                  readAgain();
                }}
              />
            )}
          </div>
        ) : null}
      </div>
      <p role="status">{done}</p>
      {waiting.map((request) => (
        <WaitingChange key={request.id} request={request} />
      ))}
      <Panel title={text('person.details')}>
        <Facts
          facts={[
            [text('person.id'), id],
            [text('person.issuer'), issuer],
            [text('person.firstCame'), <ExactTime key="came" at={createdAt} />],
            [text('person.blockedSince'), blockedAt && <ExactTime key="blocked" at={blockedAt} />],
            [text('person.blockedBy'), blockedBy?.name ?? null],
            [text('person.blockReason'), blockReason],
          ]}
        />
      </Panel>
    </>
  );
}
