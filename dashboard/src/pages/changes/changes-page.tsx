import { useLocation } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { SecretDialog } from '../../design/secret-dialog.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { ApprovalTabs } from '../approvals/approval-tabs.js';
import { ChangeRequest } from './change-request.js';
import { CHANGE_REQUESTS } from './changes-documents.js';
import css from './changes-page.module.css';
import { useHeldRequest } from './use-held-request.js';

/** Lists the changes that await a second person, except for keys. */
export function ChangesPage(): ReactElement {
  return <Changes areKeys={false} />;
}

/** Lists the keys that await a second person. */
export function KeyChangesPage(): ReactElement {
  return <Changes areKeys />;
}

function Changes({ areKeys }: { readonly areKeys: boolean }): ReactElement {
  const text = useText();
  // Kept in memory only, until the dialog closes.
  const [secondHalf, setSecondHalf] = useState<string | null>(null);
  const [{ data, error }, execute] = useQuery({ query: CHANGE_REQUESTS, variables: {} });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['CHANGE_REQUEST', 'API_KEY'], readAgain);
  const waiting = data?.changeRequests.filter(({ kind }) => (kind === 'API_KEY') === areKeys);
  const { shown, onHold } = useHeldRequest(waiting ?? []);
  const hash = useLocation({ select: (location) => location.hash });
  const isRead = data !== undefined;
  useEffect(() => {
    // The browser looks for the URL's anchor before the panels are loaded.
    if (isRead && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [isRead, hash]);
  return (
    <>
      <PageTitle className={css.title}>{text('approvals.title')}</PageTitle>
      <ApprovalTabs />
      {error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : null}
      {!data && !error ? <Loading /> : null}
      {waiting && shown.length === 0 ? (
        <Notice>
          <p>{text('changes.none')}</p>
        </Notice>
      ) : null}
      <div className={css.list}>
        {shown.map((request) => (
          <ChangeRequest
            key={request.id}
            request={request}
            onHold={onHold}
            onDone={readAgain}
            onSecondHalf={setSecondHalf}
          />
        ))}
      </div>
      {secondHalf === null ? null : (
        <SecretDialog
          title={text('change.newKey')}
          words={text('change.secondHalf')}
          secret={secondHalf}
          onClose={() => {
            setSecondHalf(null);
          }}
        />
      )}
    </>
  );
}
