import { type ReactElement, useContext } from 'react';
import { DeskContext, ViewerContext } from '../../api/viewer.js';
import { SelectField } from '../../design/choices.js';
import { Facts } from '../../design/facts.js';
import form from '../../design/form.module.css';
import { PageTitle } from '../../design/page-title.js';
import { Panel } from '../../design/panel.js';
import { SwitchField } from '../../design/switch-field.js';
import { changeSettings, THEMES, useSettings, ZONES } from '../../settings/settings.js';
import { actorWords } from '../../text/actor.js';
import { ExactTime } from '../../text/time.js';
import { COMMAND_KEY } from '../../keyboard/command-key.js';
import { useText } from '../../text/use-text.js';
import { OwnSessions } from './own-sessions.js';
import css from './settings-page.module.css';

/** Shows this device's display settings, the current user and their sessions. */
export function SettingsPage(): ReactElement {
  const text = useText();
  const { theme, zone, hasShortcuts } = useSettings();
  const ownZone = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  return (
    <div className={css.page}>
      <PageTitle>{text('settings.title')}</PageTitle>
      <Panel title={text('settings.pages')}>
        <div className={form.fields}>
          <SelectField
            label={text('settings.theme')}
            choices={THEMES.map((value) => ({ value, word: text(`settings.theme.${value}`) }))}
            value={theme}
            onChange={(value) => {
              changeSettings({ theme: THEMES.find((known) => known === value) ?? theme });
            }}
          />
          <SelectField
            label={text('settings.zone')}
            choices={ZONES.map((value) => ({ value, word: text(`settings.zone.${value}`, { zone: ownZone }) }))}
            value={zone}
            onChange={(value) => {
              changeSettings({ zone: ZONES.find((known) => known === value) ?? zone });
            }}
          />
          <SwitchField
            label={text('settings.shortcuts')}
            hint={text('settings.shortcutsHint', { key: COMMAND_KEY })}
            isOn={hasShortcuts}
            onChange={(isOn) => {
              changeSettings({ hasShortcuts: isOn });
            }}
          />
          <p className={css.note}>{text('settings.kept')}</p>
        </div>
      </Panel>
      <You />
      <OwnSessions />
      <DeskFacts />
    </div>
  );
}

function You(): ReactElement | null {
  const text = useText();
  const viewer = useContext(ViewerContext);
  if (!viewer) return null;
  const { actor, roles, scopes, sessionEndsAt } = viewer;
  return (
    <Panel title={text('settings.you')}>
      <Facts
        facts={[
          [text('settings.name'), actorWords(actor)],
          [
            text('settings.roles'),
            roles.length === 0 ? null : roles.map((role) => text(`key.role.${role}`)).join(', '),
          ],
          [text('settings.sessionEnds'), sessionEndsAt && <ExactTime key="ends" at={sessionEndsAt} />],
        ]}
      />
      <Facts facts={[[text('settings.scopes'), scopes.join(', ')]]} />
    </Panel>
  );
}

function DeskFacts(): ReactElement | null {
  const text = useText();
  const desk = useContext(DeskContext);
  if (!desk) return null;
  return (
    <Panel title={text('settings.desk')}>
      <Facts
        facts={[
          [text('settings.merchant'), desk.merchantName],
          [text('settings.environment'), text(`desk.${desk.environment}`)],
          [text('settings.version'), desk.version],
        ]}
      />
    </Panel>
  );
}
