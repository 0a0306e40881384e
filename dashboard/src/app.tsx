import { CSPProvider } from '@base-ui/react/csp-provider';
import { I18nProvider } from '@lingui/react';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { Provider } from 'urql';
import { connect } from './api/client.js';
import { router } from './router.js';
import { type Connection, ConnectionContext } from './shell/connection.js';
import { showEnglish } from './text/language.js';

export function App(): ReactElement {
  const [connection, setConnection] = useState<Connection>({
    state: 'connecting',
    since: new Date(),
    readAgainAt: null,
  });
  const i18n = useMemo(showEnglish, []);
  const client = useMemo(
    () =>
      connect({
        onConnection: (state) => {
          setConnection((before) => (before.state === state ? before : { ...before, state, since: new Date() }));
        },
        onLost: () => {
          setConnection((before) => ({ ...before, readAgainAt: new Date() }));
        },
        onSignedOut: () => {
          const { pathname, href } = router.state.location;
          if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { to: href } });
        },
      }),
    [],
  );
  return (
    <I18nProvider i18n={i18n}>
      <Provider value={client}>
        <ConnectionContext value={connection}>
          {/* The pages' content security policy forbids style elements. */}
          <CSPProvider disableStyleElements>
            <RouterProvider router={router} />
          </CSPProvider>
        </ConnectionContext>
      </Provider>
    </I18nProvider>
  );
}
