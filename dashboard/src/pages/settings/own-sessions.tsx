import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { signOutEverywhere } from '../../api/session.js';
import { ActButton, Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { FailureNotice } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { Status } from '../../design/status.js';
import { useAct } from '../../live/use-act.js';
import { ExactTime, Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { OWN_SESSIONS, type OwnSession } from './settings-documents.js';
import css from './settings-page.module.css';

/** Lists the user's signed-in browsers, with a button to sign out of all of them. */
export function OwnSessions(): ReactElement {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const [{ data, error }, readAgain] = useQuery({ query: OWN_SESSIONS });
  const sessions = data?.ownSessions ?? [];
  return (
    <Panel title={text('sessions.title')}>
      <p className={css.note}>{text('sessions.words')}</p>
      {error ? (
        <FailureNotice
          failure={failureOf(error)}
          onRetry={() => {
            readAgain();
          }}
        />
      ) : null}
      <ul className={css.sessions} aria-label={text('sessions.title')}>
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 0 ? (
        <Button
          tone="danger"
          onClick={() => {
            setIsAsking(true);
          }}
        >
          {text('sessions.endAll')}
        </Button>
      ) : null}
      {isAsking ? (
        <EndAllDialog
          count={sessions.length}
          onClose={() => {
            setIsAsking(false);
          }}
        />
      ) : null}
    </Panel>
  );
}

function SessionLine({ session }: { readonly session: OwnSession }): ReactElement {
  const text = useText();
  const { browser, clientAddress, startedAt, lastUsedAt, isCurrent } = session;
  return (
    <li className={css.session}>
      <span className={css.browser}>{browser ?? text('sessions.unknownBrowser')}</span>
      {isCurrent ? <Status tone="good" word={text('sessions.current')} /> : null}
      {clientAddress === null ? null : <span>{clientAddress}</span>}
      <span>
        {text('sessions.started')} <ExactTime at={startedAt} />
      </span>
      <span>
        {text('sessions.lastUsed')} <Time at={lastUsedAt} />
      </span>
    </li>
  );
}

function EndAllDialog({ count, onClose }: { readonly count: number; readonly onClose: () => void }): ReactElement {
  const text = useText();
  const navigate = useNavigate();
  const act = useAct(
    () => void navigate({ to: '/sign-in' }),
    async () => ((await signOutEverywhere()) ? undefined : text('failure.failed')),
  );
  return (
    <Dialog
      title={text('sessions.endAll')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="danger" word={text('sessions.endAllWord')} />}
    >
      <p>{text('sessions.endAllWords', { count })}</p>
      <Problem act={act} />
    </Dialog>
  );
}
