/** Frames in which a provider takes payment cards, told from without: their documents are others'. */

/** Hosts of those who take cards for others, wherever they stand. */
const providers = new RegExp(
  `(?:^|\\.)(?:${(
    'stripe.com stripe.network braintreegateway.com braintree-api.com adyen.com adyenpayments.com checkout.com paypal.com ' +
    'squareup.com squarecdn.com worldpay.com klarna.com mollie.com spreedly.com recurly.com chargebee.com authorize.net ' +
    'cybersource.com bluesnap.com shopifycs.com 2checkout.com opayo.eu sagepay.com payone.com datatrans.com razorpay.com ' +
    'payu.com mercadopago.com globalpay.com globalpaymentsinc.com elavon.com moneris.com bambora.com nexigroup.com ' +
    'redsys.es computop-paygate.com saferpay.com payengine.de tappaysdk.com omise.co xendit.co iyzipay.com ccbill.com'
  )
    .split(' ')
    .map((host) => host.replaceAll('.', '\\.'))
    .join('|')})$`,
);
const called =
  /\bcard[\s_-]?(number|payment|details|input)|(secure|hosted).{0,20}(card|payment)|payment (form|details|input)/i;

/** True if a frame that can be seen takes cards; what providers put into every page to count visitors is hidden. */
export function takesCardsInside(frame: HTMLIFrameElement): boolean {
  const said = `${frame.getAttribute('name') ?? ''} ${frame.getAttribute('title') ?? ''}`.slice(0, 500);
  return (called.test(said) || providers.test(hostOf(frame.src))) && isSeen(frame);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function isSeen(frame: HTMLIFrameElement): boolean {
  if (!frame.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = frame.getBoundingClientRect();
  return width > 2 && height > 2;
}
