import type { FeedField } from '../mapping';

/** How files head the column of a field, in the languages of our issuers. The plainest stand last: `Date` may be any. */
const SPELLINGS: Readonly<Partial<Record<FeedField, string>>> = {
  cardNumber:
    'card number|card no|card nr|card|pan|card account number|account number|kartennummer|kartennr|' +
    'kortnummer|kort|kortti|korttinumero|numero de carte|no de carte|n de carte|carte|numero de tarjeta|tarjeta|' +
    'numero carta|carta|numero do cartao|cartao|numer karty|karta|kaartnummer|カード番号|카드번호|卡号|卡號|номер карты|kart numarasi',
  lastFour:
    'last four|last 4|last four digits|last 4 digits|card last four|card last 4|card ending|letzte vier ziffern|' +
    'sista fyra siffrorna|derniers chiffres|quatre derniers chiffres|ultimos cuatro digitos|下4桁',
  accountName:
    'cardholder|cardholder name|card holder|card holder name|name on card|account name|employee|employee name|' +
    'karteninhaber|kortinnehavare|kortholder|kortholdernavn|kortinhaber|titulaire|titulaire de la carte|titular|' +
    'titular de la tarjeta|intestatario|titolare|kaarthouder|posiadacz karty|kortin haltija|カード会員名|カード名義人|持卡人|держатель карты',
  sourceReference:
    'reference|reference number|ref|ref no|transaction id|transaction reference|transaction number|trans id|arn|' +
    'acquirer reference number|referenz|referenznummer|transaktionsnummer|referens|referensnummer|referenssi|viite|' +
    'numero de reference|referencia|riferimento|referencia da transacao|referentie|numer referencyjny|参照番号|取引番号|참조번호|参考号|номер операции',
  type:
    'type|transaction type|type of transaction|trans type|transaktionsart|umsatzart|transaktionstyp|' +
    'type d operation|tipo|tipo de transaccion|tipo di operazione|soort|typ|取引種別|交易类型|交易類型|тип операции',
  transactionDate:
    'transaction date|trans date|date of transaction|purchase date|kaufdatum|transaktionsdatum|date|' +
    'umsatzdatum|belegdatum|datum|inkopsdatum|dato|transaktionsdato|tapahtumapaiva|paiva|date d operation|date d achat|' +
    'fecha|fecha de operacion|fecha de transaccion|data|data operazione|data da transacao|transactiedatum|data transakcji|利用日|取引日|거래일|交易日期|дата операции',
  postingDate:
    'posting date|posted date|post date|posted|date posted|booking date|value date|settlement date|buchungsdatum|' +
    'buchungstag|buchung|bokforingsdatum|bokforingsdato|bogforingsdato|kirjauspaiva|date de comptabilisation|date comptable|' +
    'fecha de contabilizacion|fecha contable|data contabile|data contabilizzazione|data de lancamento|boekdatum|data ksiegowania|計上日|記帳日|전기일|入账日期|入帳日期|дата списания',
  amount:
    'amount|transaction amount|trans amount|original amount|local amount|amount in original currency|purchase amount|' +
    'betrag|umsatz|originalbetrag|belopp|belob|belop|summa|maara|montant|importe|monto|importo|valor|bedrag|kwota|tutar|金額|利用金額|금액|金额|сумма',
  currency:
    'currency|currency code|transaction currency|original currency|local currency|wahrung|waehrung|originalwahrung|' +
    'valuta|valuutta|devise|monnaie|moneda|divisa|moeda|waluta|para birimi|通貨|통화|币种|幣別|валюта',
  billedAmount:
    'billed amount|billing amount|amount billed|settlement amount|posted amount|account amount|abrechnungsbetrag|' +
    'fakturerat belopp|montant facture|importe facturado|importo addebitato|請求金額|입금액|入账金额',
  billedDebit: 'debit|debit amount|debits|charge|charges|soll|debet|cargo|debito|addebito|dare|af|ut|出金',
  billedCredit: 'credit|credit amount|credits|haben|kredit|abono|credito|accredito|avere|in|入金',
  billedCurrency: 'billed currency|billing currency|settlement currency|account currency|abrechnungswahrung|請求通貨',
  creditIndicator:
    'dc|d c|dr cr|debit credit|debit credit indicator|credit debit|credit debit indicator|cr dr|sign|soll haben|' +
    'debet kredit|vorzeichen|貸借',
  conversionRate:
    'conversion rate|exchange rate|rate|fx rate|wechselkurs|kurs|umrechnungskurs|vaxelkurs|taux de change|tipo de cambio|tasso di cambio|換算レート|汇率',
  merchantId: 'merchant id|merchant number|mid|merchant no|card acceptor id|handlernummer|handler id|加盟店番号',
  merchantName:
    'merchant|merchant name|description|vendor|vendor name|supplier|payee|handler|handlername|verkaufsstelle|' +
    'haendler|beschreibung|verwendungszweck|inkopsstalle|butik|beskrivning|forretning|kauppias|commercant|libelle|' +
    'marchand|comercio|descripcion|concepto|esercente|descrizione|estabelecimento|descricao|omschrijving|winkel|sprzedawca|opis|加盟店名|利用店名|가맹점명|商户名称|特店名稱|торговая точка',
  merchantCity: 'merchant city|city|ort|stadt|stad|by|ville|ciudad|citta|cidade|plaats|miasto|都市|市区町村|城市',
  merchantRegion:
    'merchant region|merchant state|state|region|province|state province|bundesland|provincia|estado|provincie',
  merchantCountry: 'merchant country|country|country code|land|maa|pays|pais|paese|kraj|国|国家|國家|страна',
  merchantCategoryCode:
    'mcc|merchant category code|merchant category|mcc code|category code|branchencode|sic|業種コード|商户类别码',
  taxAmount: 'tax amount|tax|vat|vat amount|sales tax|gst|mwst|ust|steuerbetrag|moms|tva|iva|btw|税額|消費税|税额',
  taxCode: 'tax code|vat code|steuercode|momskod|code tva|税コード',
  customerCode:
    'customer code|customer reference|cost center|cost centre|po number|kundencode|kundenreferenz|kostenstelle',
  purpose: 'purpose|comment|note|notes|memo|purpose of purchase|zweck|anlass|syfte|motif|motivo|目的|摘要'
};

/** A heading without what files differ in: case, accents, spaces and signs, and what stands in brackets. */
const folded = (heading: string): string =>
  heading
    .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]+/gu, '');

interface Known {
  field: FeedField;
  /** The place among the field's spellings: the first ones say most. */
  rank: number;
}

const known = new Map(
  Object.entries(SPELLINGS).flatMap(([field, spellings]) =>
    spellings
      .split('|')
      .map((spelling, rank): [string, Known] => [folded(spelling), { field: field as FeedField, rank }])
  )
);

/** The field that a heading names in one of its usual spellings; undefined if none. */
export const fieldNamed = (heading: string): Known | undefined => known.get(folded(heading));
