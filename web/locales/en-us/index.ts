import account from './account.json' with { type: 'json' };
import assets from './assets.json' with { type: 'json' };
import auth from './auth.json' with { type: 'json' };
import chat from './chat.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import display from './display.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import frame from './frame.json' with { type: 'json' };
import home from './home.json' with { type: 'json' };
import market from './market.json' with { type: 'json' };
import spot from './spot.json' with { type: 'json' };

export const dictionary = {
  ...account,
  ...assets,
  ...auth,
  ...chat,
  ...common,
  ...display,
  ...errors,
  ...frame,
  ...home,
  ...market,
  ...spot,
};
