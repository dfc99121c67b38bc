import '../configuration.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { GROUPS } from '@/lib/access/settings/declaration';
import { settingOf } from '@/lib/access/settings/settings';
import { RETENTION_PARTS } from '@/lib/composition/process/retention';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { type Configuration, configurationOf } from '@/lib/directory/programs/configuration';
import { programOptionChoices } from '@/lib/directory/programs/program-options';
import { entityNamed } from '@/lib/kit/setup/entities';
import { textKey } from '@/lib/kit/setup/texts';
import { MOST_PREVIEWED, retentionPreview } from '@/lib/money/transactions/retention';
import { idOf } from '../../addresses';
import { listPath } from '../../set-up/address';
import { signedIn, signedInPrincipal } from '../../signed-in';
import { Facts } from '../../ui/facts';
import { grouped, groupId } from '../../ui/field-spec';
import type { Formats } from '../../ui/formats';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { saveProgramOption, saveSettings } from '../actions';
import { inWords, originOf, settingFields, settingsFound } from '../setting-fields';
import { SettingTools } from '../setting-tools';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('configuration.title')} – ${brand.appName}` };
}

/** Issuer site configuration (C2.012) or company preferences (C2.010), with where each value comes from. */
export default workspacePage(async function ConfigurationPage({ params, searchParams }: Props) {
  const { principal, t, locale, format } = await signedInPrincipal();
  const configuration = await configurationOf(principal, idOf((await params).id));
  if (!configuration) notFound();
  const { node, mayChange, settings } = configuration;
  const isCompany = node.kind === 'company';
  const list = { href: `/workspace/configuration/${node.kind}`, label: t(`configuration.${node.kind}.list`) };
  const options = isCompany ? await programOptionChoices(principal, node.issuerId) : [];
  const retention = await retentionPreview(
    { issuerId: node.issuerId, companyId: isCompany ? node.id : null },
    RETENTION_PARTS
  );
  const expired = { due: counted(retention.due, format), kept: counted(retention.kept, format) };
  return (
    <>
      <PageHead
        title={t(`configuration.${node.kind}`)}
        trail={[list]}
        actions={
          !isCompany &&
          may(principal, 'issuer_setup', 'view') &&
          ISSUER_LISTS.map((name) => <SetUpLink key={name} name={name} issuerId={node.id} />)
        }
        detail={`${node.name} · ${node.number}${isCompany ? ` · ${node.issuerName}` : ''}`}
      />
      <DoneNotice
        query={await searchParams}
        texts={{ saved: t('configuration.saved'), unchanged: t('configuration.unchanged') }}
      />
      {!mayChange && <Notice kind="hint">{t('configuration.read.only')}</Notice>}
      {isCompany && (options.length > 0 || node.programOption) && <ProgramOption node={node} options={options} t={t} />}
      {retention.due + retention.kept > 0 && (
        <Notice kind="hint">
          <strong>{t('setting.data.retention.months')}</strong> {t('setting.data.retention.months.preview', expired)}
        </Notice>
      )}
      {mayChange ? (
        <SettingsForm configuration={configuration} reader={{ t, locale }} cancelHref={list.href} />
      ) : (
        <SettingGroups settings={settings} t={t} locale={locale} />
      )}
    </>
  );
});

interface SettingsFormProps {
  configuration: Configuration;
  reader: { t: Translate; locale: Locale };
  cancelHref: string;
}

/** The form of all settings, with a search, a filter and the links to its sections beside it. */
function SettingsForm({ configuration, reader, cancelHref }: SettingsFormProps) {
  const { t } = reader;
  const form = mergeHidden(settingFields(reader, configuration), configuration.node.id);
  return (
    <SettingTools
      sections={grouped(form.fields).map(({ group = '', members }, at) => ({
        id: groupId('settings', at),
        label: group,
        fields: members.map(({ name }) => name)
      }))}
      fields={settingsFound(form.fields, configuration)}
      texts={{
        sections: t('configuration.sections'),
        search: t('configuration.search'),
        onlySet: t('configuration.only.set'),
        none: t('listing.nothing.found')
      }}
    >
      <section className="panel settings" aria-label={t('configuration.settings')}>
        <RecordForm
          id="settings"
          action={saveSettings}
          {...form}
          submitLabel={t('form.save')}
          cancelHref={cancelHref}
          changesLabel={t('configuration.changes', { count: '{count}' })}
        />
      </section>
    </SettingTools>
  );
}

/** A count as text; above the counting limit only "more than". */
const counted = (count: number, format: Formats) =>
  count > MOST_PREVIEWED ? `> ${format.number(MOST_PREVIEWED)}` : format.number(count);

/** The program option of a company, to choose where there are some. */
function ProgramOption({
  node,
  options,
  t
}: {
  node: Configuration['node'];
  options: { id: string; name: string }[];
  t: Translate;
}) {
  return (
    <section className="panel" aria-labelledby="program-option">
      <h2 id="program-option">{t('program.option')}</h2>
      {options.length > 0 ? (
        <RecordForm
          id="program"
          action={saveProgramOption}
          fields={[
            {
              name: 'programOptionId',
              label: t('program.option'),
              kind: 'select',
              required: true,
              half: true,
              hint: t('program.option.assign.help'),
              options: options.map(({ id, name }) => ({ value: id, label: name }))
            }
          ]}
          values={{ programOptionId: node.programOptionId }}
          hidden={{ node: node.id, was: node.programOptionId ?? '' }}
          submitLabel={t('program.option.assign')}
        />
      ) : (
        <p>{node.programOption}</p>
      )}
    </section>
  );
}

/** The settings to read, by group. */
function SettingGroups({
  settings: all,
  t,
  locale
}: {
  settings: Configuration['settings'];
  t: Translate;
  locale: Locale;
}) {
  const settings = all.filter(({ key }) => {
    const { when } = settingOf(key);
    return !when || all.some((other) => other.key === when[0] && other.value === when[1]);
  });
  const groups = GROUPS.filter((group) => settings.some(({ key }) => settingOf(key).group === group));
  return groups.map((group) => (
    <section key={group} className="panel" aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`}>{t(`setting.group.${group}`)}</h2>
      <Facts
        facts={settings
          .filter(({ key }) => settingOf(key).group === group)
          .map((setting) => ({
            label: t(`setting.${setting.key}`),
            value: (
              <>
                {inWords({ t, locale }, setting.key, setting.value)}
                <span className="fact-origin">{originOf({ t, locale }, setting)}</span>
              </>
            )
          }))}
      />
    </section>
  ));
}

/** The set-up lists that belong to an issuer's site configuration (C2.012). */
const ISSUER_LISTS = ['issuer-card-type', 'issuer-account-status-code'];

async function SetUpLink({ name, issuerId }: { name: string; issuerId: string }) {
  const { t } = await signedIn();
  const entity = entityNamed(name);
  return (
    <a className="button" href={listPath(entity, { issuerId })}>
      {t(textKey(entity, 'many'))}
    </a>
  );
}

/** The form also names the configuration's owner. */
const mergeHidden = ({ hidden, ...form }: ReturnType<typeof settingFields>, node: string) => ({
  ...form,
  hidden: { ...hidden, node }
});
