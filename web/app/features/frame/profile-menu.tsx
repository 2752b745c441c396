import { BellRing, Eye, EyeOff, KeyRound, LogOut, SlidersHorizontal, UserRound, Wallet } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { Menu } from '../../../ui/menu.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { logOut } from '../../api/calls/account.ts';
import { quietCall } from '../../api/client.ts';
import { expectSessionEnd } from '../../api/session-end.ts';
import type { SessionUser } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { leaveAfterLogOut } from '../../navigation/log-in-return.ts';
import { useArePreferencesRead, usePreferences } from '../../choices/preferences.ts';
import { openSettings } from '../../choices/settings-dialog.ts';
import { useViewer } from '../../visitor/session.ts';

export function ProfileMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { isWebView } = useViewer();
  const { displayUID, toggleUid } = usePreferences();
  const isUidShown = useArePreferencesRead() && displayUID;
  const UidEye = isUidShown ? EyeOff : Eye;
  const initials = user.email.slice(0, 2);
  const leave = async () => {
    expectSessionEnd(true);
    try {
      await logOut(quietCall);
      leaveAfterLogOut(to('/'), isWebView);
    } catch {
      expectSessionEnd(false);
      showToast('error', t('frame.log_out_failed'), t('common.nothing_changed'));
    }
  };
  const trigger = (
    <button
      type="button"
      aria-label={initials ? `${initials}, ${t('frame.profile_of', { email: user.email })}` : t('frame.profile')}
      className="ms-1 grid size-[30px] flex-none place-items-center rounded-full bg-accent-tint text-11 font-semibold text-accent uppercase"
    >
      {initials || <UserRound aria-hidden className="size-4" />}
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {({ Item, Heading, Separator }) => (
        <>
          <Heading>
            <bdi>{user.email}</bdi>
            {isUidShown ? (
              <>
                <br />
                {t('frame.uid')} <bdi>{user.id}</bdi>
              </>
            ) : null}
          </Heading>
          <Item onClick={toggleUid} isStaying>
            <UidEye aria-hidden className="size-4 text-muted" />
            {t(isUidShown ? 'navigation.hide_uid' : 'navigation.show_uid')}
          </Item>
          <Separator />
          <Item onClick={() => openSettings()}>
            <SlidersHorizontal aria-hidden className="size-4 text-muted" />
            {t('display.open')}
          </Item>
          <Item render={<Link to={to('/assets')} />}>
            <Wallet aria-hidden className="size-4 text-muted" />
            {t('frame.assets')}
          </Item>
          <Item render={<Link to={to('/account/price-alerts')} />}>
            <BellRing aria-hidden className="size-4 text-muted" />
            {t('frame.price_alerts')}
          </Item>
          <Item render={<Link to={to('/account/api')} />}>
            <KeyRound aria-hidden className="size-4 text-muted" />
            {t('frame.api_keys')}
          </Item>
          <Separator />
          <Item onClick={() => void leave()}>
            <LogOut aria-hidden className="size-4 text-muted" />
            {t('frame.log_out')}
          </Item>
        </>
      )}
    </Menu>
  );
}
