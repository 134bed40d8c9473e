import type { Desk } from './story.js';

export const regional: Desk = {
  words: {},
  outlets: 'Town Crier, The County Post, Riverside News, City & Shire, Northern Echo Sheet, Borough Bulletin',
  stories: [
    {
      category: 'Housing',
      title:
        '{town} to build {n:240-980/10} council homes on {site:old barracks land|a former goods yard|two car parks|the site of a brewery}',
      lead: 'Rents will start at <b>€{e:6.90-9.80}</b> a square metre; half of the flats are for families.',
      more: [
        'The first tenants are to move in by {year+2}.',
        'Residents asked for a nursery and got one in the plans.',
      ],
    },
    {
      category: 'Libraries',
      title: 'Libraries in {town} open on Sundays without staff',
      lead: 'Members let themselves in with their card; visits have risen by {pct:12-38}% in {n:3-8} months.',
      more: ['One book has gone missing so far.', 'Children under twelve need to bring a grown-up.'],
    },
    {
      category: 'Budgets',
      title:
        '{town} {d:freezes/Higher tax income from trade makes it possible|raises/Debt service and heating costs leave no choice, the treasurer said|lowers/A surplus from the sale of building land makes it possible} property tax for {year+1}',
      lead: '{d.1}.',
      more: [
        'The council passed the budget by {n:31-48} votes to {k:12-29}.',
        'Swimming pools stay open, but <em>evening swims</em> cost more.',
      ],
    },
    {
      category: 'Floods',
      title: '{region} sets aside {ha:120-860/10} hectares for flood meadows',
      lead: 'Dikes move back by up to {m:200-900/50} metres; {n:14-60} farms receive compensation.',
      more: [
        'Engineers expect peak levels to drop by {cm:18-45} centimetres.',
        'The last flood had caused damage of <b>€{d:40-310/10}m</b>.',
      ],
    },
    {
      category: 'Schools',
      title: 'Parents in {town} keep primary school of {n:38-74} pupils alive',
      lead: 'The council withdrew its plan to merge three schools after {k:1200-5800/100} people signed a petition.',
      more: [
        'Older and younger pupils will be taught together.',
        'A minibus brings in children from two neighbouring villages.',
      ],
    },
    {
      category: 'Tourism',
      title:
        'Overnight stays in {region} {d:up/a mild autumn and new night trains|down/rain at Easter and dearer flights} {pct:1.8-8.6}%',
      lead: 'Hoteliers point to {d.1}; guests stayed {n:2.1-3.4} nights on average.',
      more: [
        'Visitors from abroad made up two fifths.',
        'Bookings for the summer are <em>level</em> with last year, according to the <a href="https://tourism.example/figures">tourist board</a>.',
      ],
    },
    {
      category: 'Culture',
      title:
        '{town} museum returns {what:bronze figures|ship’s log|carved doors|painted shields} to {to:Ghana|Peru|Indonesia|Nigeria|Cameroon}',
      lead: 'The pieces had been in storage since {y:1897-1931}; copies will be shown in their place.',
      more: [
        'Curators from both countries prepare a joint exhibition.',
        'A descendant of the original owners attended the ceremony.',
      ],
    },
    {
      category: 'Jobs',
      title:
        '{what:Tyre|Furniture|Paper|Sweets|Ceramics} factory in {town} {d:finds buyer who keeps its/A family firm from the neighbouring town takes over|to close with the loss of/The owner moves production to a larger plant} {n:140-780/10} jobs',
      lead: '{d.1}, staff learned at a meeting on {workday}.',
      more: ['The works council had put forward a plan of its own.', 'Mayor {person} spoke of <em>a long week</em>.'],
    },
    {
      category: 'Broadband',
      title: 'Fibre reaches the last {n:40-190/10} hamlets of {region}',
      lead: 'The network cost €{m:24-160}m; one connection in the hills took {km:2.1-7.9} kilometres of cable.',
      more: [
        'Two thirds of households have signed a contract.',
        'Farmers helped to dig the trenches &amp; were paid by the metre.',
      ],
    },
    {
      category: 'Elections',
      title: 'Run-off for mayor in {town} after {n:two|three|four|five} candidates split the vote',
      lead: '{person}, an independent, leads with {pct:31-44}%; turnout was {t:42-61}%.',
      more: ['The second round is in a fortnight.', 'Parking and school meals dominated the campaign.'],
    },
    {
      category: 'Parks',
      title: '{town} swaps {n:90-640/10} parking spaces for {k:120-900/10} trees',
      lead: 'Three streets near the station get soil trenches that hold rainwater for dry months.',
      more: [
        'Deliveries remain possible until eleven in the morning.',
        'Measured on hot days, similar streets were <b>{deg:2-5} degrees</b> cooler.',
      ],
    },
    {
      category: 'Waste',
      title: 'Households in {region} to pay for rubbish by weight',
      lead: 'In the trial area, residual waste fell by {pct:18-41}% within {n:9-15} months.',
      more: [
        'Families with small children receive a free allowance.',
        'Wild dumping rose at first and then went back to its old level.',
      ],
    },
    {
      category: 'Social policy',
      title: '{town} houses {n:60-340/10} homeless people in flats of their own',
      lead: 'Four in five were still there after two years, at a lower cost than hostels.',
      more: [
        'Social workers visit once a week, or <em>more often</em> if asked.',
        'The scheme goes on with {m:1.4-5.6} million euros from the region.',
      ],
    },
    {
      category: 'Sport',
      title:
        'Fans of {town} football club vote {d:for/standing room and low prices for pupils won many over|against/standing room and ticket prices were the sticking points} new stadium',
      lead: 'A majority of {pct:52-71}% backed that course at the members’ meeting; {d.1}.',
      more: ['The present ground is {n:58-96} years old.', 'Work on the tram stop nearby begins in any case.'],
    },
    {
      category: 'Police',
      title: 'Burglaries in {region} at lowest level in {n:12-28} years',
      lead: 'Police counted <b>{k:1200-6400/100} cases</b>, {pct:6-21}% fewer than a year before.',
      more: [
        'Bicycle theft rose, above all of electric ones.',
        'Better locks and neighbours who are at home by day explain much of it.',
      ],
    },
    {
      category: 'Heritage',
      title:
        '{town} restores {what:covered market|art nouveau baths|railway clock|grain warehouse|city gate} for €{m:2.1-18.5}m',
      lead: 'Builders found {find:painted ceilings|a forgotten cellar|medieval drains|a sealed letter} behind later walls, and the opening moves to {year+1}.',
      more: [
        'A lottery has paid for a fifth of the work.',
        'Guided tours of the site are booked out until {nextmonth}.',
      ],
    },
    {
      category: 'Water',
      title:
        'Reservoirs in {region} {d:full/ban on sprinklers is lifted|low/ban on sprinklers stays} for the time of year',
      lead: 'They hold <b>{pct:71-94}%</b> of what they could, and the {d.1}.',
      more: ['Mains lose {l:9-21}% of the water through leaks.', 'Households use {n:104-138} litres per person a day.'],
    },
    {
      category: 'Volunteers',
      title:
        'Volunteers in {town} run {what:bus line|village shop|cinema|open-air pool|repair shop} after council pulls out',
      lead: 'Some {n:24-160/2} people share the shifts; takings cover the costs so far.',
      more: [
        '&ldquo;We argue more than a company would,&rdquo; said {person}, who keeps the books.',
        'Three neighbouring places have asked for advice.',
      ],
    },
  ],
};
