import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { track } from '../../api/events.ts';
import { confirmNotice, useLimitedAccess } from '../../api/notice.ts';

/** The server's notice for this visitor's location, to be confirmed once a day. Only its button closes it. */
export default function LocationNotice() {
  const { notice, isShown } = useLimitedAccess();
  const confirm = () => {
    track('click_location_restriction_acknowledge');
    confirmNotice();
  };
  return (
    <Dialog
      isOpen={isShown}
      onOpenChange={() => {}}
      title={notice?.title ?? ''}
      isTitleHidden
      closesOnMask={false}
      closesOnEscape={false}
      isAlert
    >
      <div className="grid gap-4 p-6">
        <p aria-hidden className="text-20 font-semibold text-balance">
          {notice?.title}
        </p>
        <p className="whitespace-pre-line text-muted">{notice?.content}</p>
        <Button look="primary" className="h-11 w-full" onClick={confirm}>
          {notice?.button}
        </Button>
      </div>
    </Dialog>
  );
}
