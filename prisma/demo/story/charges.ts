/** How far a charge of the story is on its way: where nothing is said it is open. */
type Stage = 'reviewed' | 'sent back';

export interface Charge {
  /** Days before the seeding that it was made. */
  daysAgo: number;
  merchant: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 18245. */
  category: string;
  /** As the merchant charged it. */
  amount: string;
  currency: string;
  purpose: string;
  receipt: 'png' | 'pdf' | null;
  stage: Stage | null;
}

/** A line: `days | merchant | city, country | category | amount currency | purpose | receipt and stage`. */
function charge(line: string): Charge {
  const [days, merchant = '', place = '', category = '', price = '', purpose = '', marks = ''] = line
    .split('|')
    .map((part) => part.trim());
  const [city = '', country = ''] = place.split(', ');
  const [amount = '', currency = ''] = price.split(' ');
  return {
    daysAgo: Number(days),
    merchant,
    city,
    country,
    category,
    amount,
    currency,
    purpose,
    receipt: marks.includes('png') ? 'png' : marks.includes('pdf') ? 'pdf' : null,
    stage: marks.includes('reviewed') ? 'reviewed' : marks.includes('sent back') ? 'sent back' : null
  };
}

const charges = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => charge(line));

/** The fresh charges of the demo's cardholders, by user id. Merchants' names are invented. */
export const CHARGES: Record<string, Charge[]> = {
  'anna.lindqvist': charges(`
    1 | Kafé Linden | Stockholm, SE | 5814 | 68.00 SEK | |
    2 | Norrtank 24 | Uppsala, SE | 5541 | 742.35 SEK | | png
    3 | Mälarbanan Rail | Stockholm, SE | 4112 | 495.00 SEK | Site visit in Västerås |
    4 | Hotel Hafenblick | Hamburg, DE | 7011 | 328.40 EUR | Wind power fair | pdf
    4 | Hanseat Taxi | Hamburg, DE | 4121 | 24.80 EUR | |
    5 | Nordvind Airlines | Stockholm, SE | 4511 | 3890.00 SEK | Wind power fair | pdf
    6 | Restaurang Fjäderholm | Stockholm, SE | 5812 | 1264.00 SEK | |
    7 | City Garage Centralen | Stockholm, SE | 7523 | 85.00 SEK | |
    7 | City Garage Centralen | Stockholm, SE | 7523 | 85.00 SEK | |
    8 | Pixelforge Studio | Austin, US | 5734 | 29.00 USD | |
    9 | Kontorshandeln Berg | Stockholm, SE | 5943 | 612.50 SEK | Paper and toner | png
    11 | Hotell Skeppsbron | Göteborg, SE | 7011 | 2245.00 SEK | Grid meeting | png, sent back
    10 | Taxi Göteborg | Göteborg, SE | 4121 | 318.00 SEK | Grid meeting | png, reviewed
    12 | Byteyard Nordic | Stockholm, SE | 5045 | 6499.00 SEK | Screen for the control room | pdf, reviewed
    13 | Nordic Seminars | Stockholm, SE | 8299 | 14900.00 SEK | Grid conference | pdf, reviewed`),
  'tove.nilsen': charges(`
    1 | Bageri Sol | Stockholm, SE | 5462 | 46.00 SEK | |
    2 | Norrtank 24 | Gävle, SE | 5541 | 811.20 SEK | | png
    3 | Jernia Byggvaruhus | Gävle, SE | 5251 | 389.00 SEK | Cable ties |
    5 | Bilverkstad Ek | Gävle, SE | 7538 | 3275.00 SEK | |
    6 | Parkering Gävle | Gävle, SE | 7523 | 40.00 SEK | |
    9 | Stadshotellet Gävle | Gävle, SE | 7011 | 1495.00 SEK | Inspection | png, reviewed
    10 | Norrtank 24 | Gävle, SE | 5541 | 768.90 SEK | Inspection | reviewed
    12 | Elektro Lund | Gävle, SE | 5065 | 4120.00 SEK | Spare parts | pdf, reviewed`),
  'henrik.dahl': charges(`
    2 | Kaffebar Havn | København, DK | 5462 | 54.00 DKK | |
    3 | Øresund Trains | København, DK | 4112 | 215.00 DKK | Supplier meeting | png
    6 | Smørrebrød Bro | København, DK | 5812 | 486.00 DKK | |
    8 | Marketlens | London, GB | 5968 | 19.00 GBP | |`),
  'mei.tanaka': charges(`
    1 | Kissaten Hoshi | Yokohama, JP | 5814 | 940 JPY | |
    2 | Minato Energy | Yokohama, JP | 5541 | 6930 JPY | | png
    3 | Shinonome Rail | Tokyo, JP | 4112 | 14720 JPY | Supplier visit in Nagoya |
    4 | Ryokan Aoba | Kyoto, JP | 7011 | 28600 JPY | Supplier visit | pdf
    5 | Hinode Airways | Tokyo, JP | 4511 | 48900 JPY | Singapore office | pdf
    6 | Marina Bay Kitchen | Singapore, SG | 5812 | 86.40 SGD | |
    6 | ComfortLine Cabs | Singapore, SG | 4121 | 18.20 SGD | | png
    7 | Parking Shinagawa | Tokyo, JP | 7523 | 1200 JPY | |
    7 | Parking Shinagawa | Tokyo, JP | 7523 | 1200 JPY | |
    8 | Hostarc | Dublin, IE | 4816 | 42.00 EUR | |
    9 | Maruya Stationery | Yokohama, JP | 5943 | 4380 JPY | Labels | png
    11 | Izakaya Tomoe | Yokohama, JP | 5812 | 18400 JPY | Dinner with the supplier | png, sent back
    10 | Yokohama Cabs | Yokohama, JP | 4121 | 3420 JPY | Supplier visit | reviewed
    12 | Byteyard Japan | Tokyo, JP | 5045 | 64800 JPY | Test laptop | pdf, reviewed
    13 | Minato Seminars | Tokyo, JP | 8299 | 138000 JPY | Safety training | pdf, reviewed`),
  'oliver.hayes': charges(`
    1 | Coffee Morrow | London, GB | 5814 | 4.60 GBP | |
    2 | Station Arden | Reading, GB | 5541 | 61.40 GBP | | png
    3 | Intercity Vale | London, GB | 4112 | 118.50 GBP | Client workshop in York |
    4 | Hôtel Lumière | Paris, FR | 7011 | 214.00 EUR | Audit in Paris | pdf
    4 | Taxi Parisis | Paris, FR | 4121 | 22.70 EUR | |
    5 | Fly Albion | London, GB | 4511 | 286.00 GBP | Audit in Paris | pdf
    7 | City Garage London | London, GB | 7523 | 18.00 GBP | |
    7 | City Garage London | London, GB | 7523 | 18.00 GBP | |
    9 | Draftnote | San Francisco, US | 5734 | 24.00 USD | |
    11 | The Ledger Arms | London, GB | 5812 | 143.20 GBP | Lunch with the client | png, sent back
    10 | RideAlong London | London, GB | 4121 | 31.50 GBP | Client workshop | reviewed
    12 | Copperfield & Vane Advisory | London, GB | 7392 | 720.00 GBP | Second opinion | pdf, reviewed`)
};

/** Fresh charges on cards of the house company, by the number of an issuer whose own demo people have no card. */
export const COLLEAGUES_CHARGES: Record<string, Charge[]> = {
  '1003': charges(`
    2 | Station Calder | Denver, US | 5541 | 64.12 USD | | png
    3 | Harbor Bistro | Chicago, US | 5812 | 142.60 USD | Dinner with the distributor | png, reviewed
    4 | Redwood Air | Chicago, US | 4511 | 486.20 USD | Plant visit | pdf, reviewed
    5 | Byteyard Systems | Austin, US | 5045 | 2480.00 USD | Two laptops | pdf, reviewed
    6 | Ledgerline Partners | New York, US | 7392 | 3150.00 USD | Inventory review | pdf, reviewed
    7 | Maple Academy | Boston, US | 8299 | 1650.00 USD | Welding course | pdf, reviewed
    8 | Grand Hotel Toronto | Toronto, CA | 7011 | 389.00 CAD | Plant visit | pdf, reviewed
    9 | Draftnote | San Francisco, US | 5734 | 24.00 USD | |`)
};

/** What came in for the bookings of a travel agency, by the number of the issuer: one by its ticket, and two that look alike. */
export const CENTRAL_TRAVEL_CHARGES: Record<string, Charge[]> = {
  '1001': charges(`
    9 | Nordvind Airlines 117-2404817735 | Stockholm, SE | 4511 | 4190.00 SEK | |
    9 | Hotel Festningen LINDQVIST/A | Oslo, NO | 7011 | 5240.00 SEK | |
    8 | Hotel Festningen LINDQVIST/A | Oslo, NO | 7011 | 5240.00 SEK | |`)
};

/** What approvers say when they send a charge back, and what the cardholders ask. */
export const SENT_BACK_REASON = 'The receipt does not show the tax. Please attach the invoice.';
export const SENT_BACK_COMMENT = 'Could you ask for an invoice with our company name and tax number?';
export const QUESTION = 'Which cost center does this belong to?';
