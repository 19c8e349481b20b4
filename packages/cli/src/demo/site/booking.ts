/** A booking made on the demo site. */
export interface Booking {
  reference: string;
  status: 'confirmed' | 'cancelled';
  stayId: string;
  stay: string;
  place: string;
  room: string;
  extras: string[];
  checkIn: string;
  checkOut: string;
  nights: number;
  guests: number;
  name: string;
  email: string;
  phone: string;
  country: string;
  message: string;
  total: number;
  deposit: number;
  payment: string;
}

export function receipt(booking: Booking): string {
  const lines: [string, string][] = [
    ['Booking reference', booking.reference],
    ['Status', booking.status],
    ['Stay', `${booking.stay}, ${booking.place}`],
    ['Room', booking.room],
    ['Extras', booking.extras.join(', ') || 'none'],
    ['Check-in', booking.checkIn],
    ['Check-out', booking.checkOut],
    ['Nights', String(booking.nights)],
    ['Guests', String(booking.guests)],
    ['Guest', `${booking.name} <${booking.email}>`],
    ['Total', `EUR ${booking.total}.00`],
    ['Deposit paid', `EUR ${booking.deposit}.00 (${booking.payment})`],
    ['Due on arrival', `EUR ${booking.total - booking.deposit}.00`],
  ];
  const rows = lines.map(([label, value]) => `${`${label}:`.padEnd(20)}${value}`);
  return `ALPENGLOW STAYS\nReceipt\n\n${rows.join('\n')}\n\nThank you, and see you in the mountains.\n`;
}
