import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useQuery } from 'urql';
import { useHolds } from '../../api/viewer.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { PROVIDER_COUNTS } from './overview-documents.js';
import css from './overview-page.module.css';
import { Tile } from './tile.js';

/** Shows the numbers of open discrepancies and failed webhooks, if the user has the scopes to read them. */
export function ProviderTiles(): ReactElement {
  const text = useText();
  const variables = { discrepancies: useHolds('reconciliation:read'), webhooks: useHolds('webhooks:read') };
  const [{ data }, execute] = useQuery({
    query: PROVIDER_COUNTS,
    variables,
    pause: !variables.discrepancies && !variables.webhooks,
  });
  useDeskChanges(['DISCREPANCY', 'WEBHOOK_EVENT'], () => {
    execute();
  });
  return (
    <>
      {data?.discrepancies ? (
        <Link to="/discrepancies" search={{ status: 'OPEN' }} className={css.tile}>
          <Tile title={text('overview.discrepancies')} count={data.discrepancies} />
        </Link>
      ) : null}
      {data?.webhookEvents ? (
        <Link to="/webhooks" search={{ status: 'FAILED' }} className={css.tile}>
          <Tile title={text('overview.webhooks')} count={data.webhookEvents} />
        </Link>
      ) : null}
    </>
  );
}
